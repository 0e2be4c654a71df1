"""Pages, under /people/."""

from django.urls import path
from django.views.i18n import set_language

from foundation.pages import page
from people.views import account, audit, directory, invitations, links, picked, sign_in

app_name = "people"
urlpatterns = [
    path("", directory.people, name="list"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("language/", set_language, name="choose_language"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    page("account/", account.account),
    page("account/reading/", account.choose_reading),
    page("account/password/", account.change_password),
    page("account/sessions/end/", account.end_sessions),
    page("account/tokens/", account.make_token),
    page("account/tokens/<int:token_id>/revoke/", account.revoke_token),
    page("invitations/", invitations.invitations),
    page("invitations/<int:invitation_id>/withdraw/", invitations.withdraw_invitation),
    page("invitations/selected/withdraw/", picked.withdraw_picked),
    page("join/<str:secret>/", links.join),
    page("new-password/<str:secret>/", links.new_password),
    page("addresses/lift/", directory.lift_lock_out_of_address),
    page("audit/", audit.audit),
    page("audit/download/", audit.audit_download),
    page("selected/deactivate/", picked.deactivate_picked),
    page("selected/reactivate/", picked.reactivate_picked),
    page("selected/role/", picked.change_role_of_picked),
    page("<int:person_id>/", directory.person),
    page("<int:person_id>/role/", directory.change_role),
    page("<int:person_id>/deactivate/", directory.deactivate),
    page("<int:person_id>/reactivate/", directory.reactivate),
    page("<int:person_id>/password-link/", directory.make_password_link),
    page("<int:person_id>/password-link/withdraw/", directory.withdraw_password_link),
    page("<int:person_id>/lock-out/lift/", directory.lift_lock_out),
]
