"""Pages, under /people/."""

from django.urls import path
from django.views.i18n import set_language

from people.views import account, audit, directory, invitations, join, new_password, picked, sign_in

app_name = "people"
urlpatterns = [
    path("", directory.people, name="list"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("language/", set_language, name="choose_language"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    path("account/", account.account, name="account"),
    path("account/reading/", account.choose_reading, name="choose_reading"),
    path("account/password/", account.change_password, name="change_password"),
    path("account/sessions/end/", account.end_sessions, name="end_sessions"),
    path("account/tokens/", account.make_token, name="make_token"),
    path("account/tokens/<int:token_id>/revoke/", account.revoke_token, name="revoke_token"),
    path("invitations/", invitations.invitations, name="invitations"),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        invitations.withdraw_invitation,
        name="withdraw_invitation",
    ),
    path("invitations/selected/withdraw/", picked.withdraw, name="withdraw_picked"),
    path("join/<str:secret>/", join.join, name="join"),
    path("new-password/<str:secret>/", new_password.new_password, name="new_password"),
    path("addresses/lift/", directory.lift_lock_out_of_address, name="lift_lock_out_of_address"),
    path("audit/", audit.audit, name="audit"),
    path("audit/download/", audit.audit_download, name="audit_download"),
    path("selected/deactivate/", picked.deactivate, name="deactivate_picked"),
    path("selected/reactivate/", picked.reactivate, name="reactivate_picked"),
    path("selected/role/", picked.change_role, name="change_role_of_picked"),
    path("<int:person_id>/", directory.person, name="person"),
    path("<int:person_id>/role/", directory.change_role, name="change_role"),
    path("<int:person_id>/deactivate/", directory.deactivate, name="deactivate"),
    path("<int:person_id>/reactivate/", directory.reactivate, name="reactivate"),
    path("<int:person_id>/password-link/", directory.make_password_link, name="make_password_link"),
    path(
        "<int:person_id>/password-link/withdraw/",
        directory.withdraw_password_link,
        name="withdraw_password_link",
    ),
    path("<int:person_id>/lock-out/lift/", directory.lift_lock_out, name="lift_lock_out"),
]
