"""Pages, under /people/."""

from django.views.i18n import set_language

from foundation.pages import page
from people.views import (
    account,
    audit,
    directory,
    invitations,
    links,
    picked,
    second_factor,
    sign_in,
)

app_name = "people"
urlpatterns = [
    page("", directory.people, "people#roles", name="list"),
    page(
        "sign-in/", sign_in.SignIn.as_view(), "people#signing-in-and-the-lock-out", name="sign_in"
    ),
    page("sign-in/second-factor/", second_factor.ask_second_factor, "people#a-second-factor"),
    page(
        "sign-in/second-factor/set-up/",
        second_factor.set_up_at_the_door,
        "people#a-second-factor",
    ),
    page("language/", set_language, "people#language-time-and-look", name="choose_language"),
    page(
        "sign-out/",
        sign_in.SignOut.as_view(),
        "people#signing-in-and-the-lock-out",
        name="sign_out",
    ),
    page("account/", account.account, "people#tokens"),
    page("account/reading/", account.choose_reading, "people#language-time-and-look"),
    page("account/password/", account.change_password, "people#signing-in-and-the-lock-out"),
    page("account/sessions/end/", account.end_sessions, "people#signing-in-and-the-lock-out"),
    page("account/second-factor/", second_factor.second_factor, "people#a-second-factor"),
    page("account/second-factor/set-up/", second_factor.set_up, "people#a-second-factor"),
    page(
        "account/second-factor/recovery-codes/",
        second_factor.make_recovery_codes,
        "people#a-second-factor",
    ),
    page("account/second-factor/remove/", second_factor.give_up, "people#a-second-factor"),
    page("account/tokens/", account.make_token, "people#tokens"),
    page("account/tokens/<int:token_id>/revoke/", account.revoke_token, "people#tokens"),
    page("invitations/", invitations.invitations, "people#invitations"),
    page(
        "invitations/<int:invitation_id>/withdraw/",
        invitations.withdraw_invitation,
        "people#invitations",
    ),
    page("invitations/selected/withdraw/", picked.withdraw_picked, "lists#several-at-once"),
    page("join/<str:secret>/", links.join, "people#invitations"),
    page("new-password/<str:secret>/", links.new_password, "people#a-forgotten-password"),
    page(
        "addresses/lift/", directory.lift_lock_out_of_address, "people#signing-in-and-the-lock-out"
    ),
    page("audit/", audit.audit, "people#the-audit-log"),
    page("audit/download/", audit.audit_download, "people#the-audit-log"),
    page("selected/deactivate/", picked.deactivate_picked, "lists#several-at-once"),
    page("selected/reactivate/", picked.reactivate_picked, "lists#several-at-once"),
    page("selected/role/", picked.change_role_of_picked, "lists#several-at-once"),
    page("<int:person_id>/", directory.person, "people#roles"),
    page("<int:person_id>/role/", directory.change_role, "people#roles"),
    page("<int:person_id>/deactivate/", directory.deactivate, "people#roles"),
    page("<int:person_id>/reactivate/", directory.reactivate, "people#roles"),
    page(
        "<int:person_id>/password-link/",
        directory.make_password_link,
        "people#a-forgotten-password",
    ),
    page(
        "<int:person_id>/password-link/withdraw/",
        directory.withdraw_password_link,
        "people#a-forgotten-password",
    ),
    page(
        "<int:person_id>/second-factor/remove/",
        directory.remove_second_factor,
        "people#a-second-factor",
    ),
    page(
        "<int:person_id>/lock-out/lift/",
        directory.lift_lock_out,
        "people#signing-in-and-the-lock-out",
    ),
]
