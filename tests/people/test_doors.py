"""Who may open which page."""

import pytest

ROLES = ["viewer", "rater", "adjudicator", "lead", "administrator"]
PAGES = {
    "/people/account/": "viewer",
    "/people/": "lead",
    "/people/{rater}/": "lead",
    "/people/invitations/": "lead",
    "/people/audit/": "administrator",
    "/people/audit/download/": "administrator",
    "/admin/": "administrator",
    "/admin/people/auditevent/": "administrator",
}
POSTS = [
    "/people/account/password/",
    "/people/account/sessions/end/",
    "/people/account/second-factor/recovery-codes/",
    "/people/account/second-factor/remove/",
    "/people/account/tokens/",
    "/people/account/tokens/1/revoke/",
    "/people/invitations/",
    "/people/invitations/1/withdraw/",
    "/people/{rater}/role/",
    "/people/{rater}/deactivate/",
    "/people/{rater}/reactivate/",
    "/people/{rater}/second-factor/remove/",
    "/people/{rater}/lock-out/lift/",
    "/people/addresses/lift/",
]


@pytest.fixture
def address(other_rater):
    return lambda page: page.format(rater=other_rater.pk)


@pytest.mark.parametrize("who", ROLES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_to_its_role_and_those_above(request, signed_in, address, page, who):
    response = signed_in(request.getfixturevalue(who)).get(address(page))
    if ROLES.index(who) >= ROLES.index(PAGES[page]):
        assert response.status_code == 200
    elif page.startswith("/admin/"):
        assert response.status_code == 302
        assert response["Location"].startswith("/admin/login/")
    else:
        assert response.status_code == 403
        assert f"you are signed in as {who}" in response.text


@pytest.mark.parametrize(
    "page", [*(page for page in PAGES if not page.startswith("/admin/")), *POSTS]
)
def test_nobody_signed_in_is_sent_to_the_sign_in_page(client, address, page):
    for response, then in (
        (client.get(address(page)), "/people/"),
        (client.post(address(page)), "/"),
    ):
        assert response.status_code == 302
        assert response["Location"].startswith(f"/people/sign-in/?next={then}")


@pytest.mark.parametrize("page", [page for page in POSTS if page != "/people/invitations/"])
def test_what_changes_something_takes_a_post(administrator, signed_in, address, page):
    assert signed_in(administrator).get(address(page)).status_code == 405


@pytest.mark.parametrize("page", POSTS)
def test_what_changes_something_takes_the_csrf_token(administrator, address, page):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(administrator, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(address(page)).status_code == 403


def test_somebody_who_does_not_exist_has_no_page(lead, signed_in):
    assert signed_in(lead).get("/people/999999/").status_code == 404
