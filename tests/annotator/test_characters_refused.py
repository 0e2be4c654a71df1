"""What nobody can see, or what turns a line about, is refused wherever text comes in: with its code
point, beside its field."""

import uuid
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.urls import reverse

from annotator.actions.create_campaign import create_campaign
from annotator.answer_forms import AnsweredForm, DecisionForm
from annotator.forms import AskAgainForm, KnownAnswerForm, ReviewForm
from annotator.models import Campaign, Label
from annotator.scales import Scale
from people.actor import SYSTEM
from people.models import Role
from pooling.actions.register_model import ModelAsked, register_model
from pooling.models import RetrievalModel
from tests.annotator.api.conftest import Script
from tests.annotator.exchanging import bring
from tests.annotator.saying import claim, say
from tests.api.conftest import check_problem
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db
BAD = [
    ("\x07", "U+0007 (BEL)"),
    ("\x7f", "U+007F (DEL)"),
    ("\x9b", "U+009B"),
    ("\u202e", "U+202E"),
    ("\u2067", "U+2067"),
]
bad = pytest.mark.parametrize(("character", "named"), BAD)


@bad
def test_a_name_is_refused_beside_its_field_on_pages_and_by_api(client, character, named):
    lead = make_user(Role.LEAD)
    client.force_login(lead)
    page = client.post(
        reverse("pooling:register_model"), {"name": f"cl{character}ip", "notes": f"a\n{character}"}
    )
    assert page.status_code == 422
    assert named in str(page.context["form"].errors["name"])
    assert named in str(page.context["form"].errors["notes"])
    answer = client.post(
        "/api/v1/models", {"name": f"cl{character}ip"}, content_type="application/json"
    )
    assert answer.status_code == 400
    assert named in answer.content.decode().encode().decode("unicode_escape")
    assert not RetrievalModel.objects.exists()


def test_a_line_separator_is_refused_in_names_and_notes_may_have_lines():
    with pytest.raises(ValidationError, match=r"U\+2028"):
        register_model(SYSTEM, ModelAsked(name="a\u2028b"))
    with pytest.raises(ValidationError, match=r"U\+000A"):
        register_model(SYSTEM, ModelAsked(name="a", version="1\n2"))
    assert register_model(SYSTEM, ModelAsked(name="a", notes="one\n\ttwo")).notes == "one\n\ttwo"


def test_a_row_that_was_stored_before_stays_and_works():
    old = RetrievalModel.objects.create(name="o\x07ld")
    old.refresh_from_db()
    assert old.name == "o\x07ld"


@bad
def test_a_campaigns_name_is_refused(character, named):
    pool = make_campaign().pool
    with pytest.raises(ValidationError) as refused:
        create_campaign(SYSTEM, pool, f"a{character}b")
    assert named in str(refused.value.message_dict["name"])


@bad
def test_comments_and_reasons_are_refused_beside_their_fields(character, named):
    request = {"answer": "relevant", "request_id": uuid.uuid4()}
    for form, field, more in [
        (AnsweredForm, "comment", request),
        (DecisionForm, "comment", request),
        (ReviewForm, "comment", {}),
        (AskAgainForm, "reason", {}),
        (
            partial(KnownAnswerForm, scale=Scale()),
            "explanation",
            {"caption": "c", "video": "v", "answer": "relevant", "use": "both"},
        ),
    ]:
        assert named in str(form({**more, field: f"be{character}ll"}).errors[field]), form
        assert field not in form({**more, field: "bell"}).errors, form


def test_a_comment_with_a_bell_is_a_problem_by_api_and_the_label_is_not_given(rater):
    campaign = make_campaign(raters=[rater])
    script = Script(rater)
    (held,) = script.claim(campaign)
    answer = script.say(held, comment="ding\x07")
    check_problem(answer, 400, "U+0007 (BEL)")
    assert not Label.objects.exists()
    assert script.say(held, comment="ding\nand\tdong").status_code == 201


def test_rater_names_and_comments_of_a_log_are_refused_by_line_and_column(tmp_path, capsys, rater):
    """A real export, of which one field is spoilt."""
    campaign = make_campaign(raters=[rater])
    (slot,) = claim(rater, campaign, 1)
    say(rater, slot)
    call_command("export", campaign.benchmark.name, format="log", out=str(tmp_path / "log.csv"))
    content = (tmp_path / "log.csv").read_text()
    header, row = content.splitlines()[:2]
    names, values = header.split(","), row.split(",")
    for field in ("rater", "comment"):
        spoilt = [
            f"x\x1b{value}" if name == field else value
            for name, value in zip(names, values, strict=True)
        ]
        (tmp_path / "spoilt.csv").write_text(f"{header}\n{','.join(spoilt)}\n")
        before = Campaign.objects.count()
        with pytest.raises(CommandError):
            bring(campaign.benchmark, tmp_path / "spoilt.csv", "log")
        err = capsys.readouterr().err
        assert f"spoilt.csv:2:{names.index(field) + 1}: {field}: expected" in err
        assert "U+001B (ESC)" in err
        assert Campaign.objects.count() == before
