"""The API's addresses of campaigns and labelling; config/api_urls.py puts them under /api/v1/."""

from annotator.api import campaigns, deciding, exchange, labelling, members, training

ADDRESSES = (
    campaigns.ALL,
    labelling.RATERS,
    labelling.IN_HAND,
    exchange.EXPORTS,
    deciding.PAIRS,
    campaigns.LED,
    campaigns.GUIDELINES,
    labelling.READ_AGAIN,
    members.ALL,
    members.ONE,
    members.TRIALS,
    training.TRAINING,
    training.KNOWN,
    training.QUEUE,
    labelling.QUESTIONS,
    deciding.IN_CAMPAIGN,
    deciding.FOR_RATERS,
)
urlpatterns = [one for addresses in ADDRESSES for one in addresses.urls]
