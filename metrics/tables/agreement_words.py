"""What the figures of agreement are called, and what each is."""

from metrics.labels import Which
from metrics.studies.agreement import AgreementStudy
from metrics.table import Word

TITLES = {
    "percent": "Percent agreement",
    "positive": "Positive agreement",
    "negative": "Negative agreement",
    "within_one": "Within one grade",
    "apart": "Two grades apart or more",
    "distance": "Mean distance",
    "alpha": "Krippendorff's alpha",
    "ordinal_alpha": "Krippendorff's alpha, ordinal",
    "interval_alpha": "Krippendorff's alpha, interval",
    "ac1": "AC1",
    "ac2_linear": "AC2, linear weights",
    "ac2_quadratic": "AC2, quadratic weights",
    "ac2_ordinal": "AC2, ordinal weights",
    "kappa_linear": "Weighted kappa, linear",
    "kappa_quadratic": "Weighted kappa, quadratic",
    "prevalence": "Prevalence",
}
DEFINITIONS = {
    "percent": "the share of a pair's label pairs that agree, averaged over pairs",
    "positive": "where one label says relevant, how often the other does",
    "negative": "where one label says irrelevant, how often the other does",
    "alpha": (
        "agreement beyond chance, 1 - Do/De for nominal data (Krippendorff 2004); low where"
        " positives are rare"
    ),
    "ac1": "agreement beyond chance that rare positives do not drag down (Gwet 2008)",
    "prevalence": "the share of a pair's labels that say relevant, averaged over pairs",
}
# What they are in campaigns of more than two values.
ABOUT = {
    "within_one": "the share of a pair's label pairs that differ by one grade at most",
    "apart": "the share that differ by two grades or more",
    "distance": "by how many grades two labels of a pair differ, averaged over pairs",
    "ordinal_alpha": (
        "alpha where grades are as far apart as labels lie between them (Krippendorff 2004); low"
        " where nearly all labels have few grades"
    ),
    "interval_alpha": "alpha where distances are the squared differences of grades",
    "ac2_linear": (
        "agreement beyond chance that few grades do not drag down, by how far two labels are apart"
        " (Gwet 2014)"
    ),
    "ac2_quadratic": "the same by the square of how far they are apart",
    "ac2_ordinal": "the same by how many pairs of grades lie between them",
    "kappa_linear": (
        "Cohen's kappa of each two raters, by how far their grades are apart; the mean, by how many"
        " pairs they share"
    ),
    "kappa_quadratic": "the same by the square of how far they are apart",
    "percent": "the share of a pair's label pairs that have the same grade, averaged over pairs",
    "positive": "where one label is relevant by its grade, how often the other is",
    "negative": "where one label is irrelevant by its grade, how often the other is",
    "prevalence": "the share of a pair's labels relevant by their grade, averaged over pairs",
    "ac1": "agreement beyond chance on the very same grade (Gwet 2008)",
}
COMPARED: dict[Which, str] = {
    "independent": (
        "Only first and second labels are compared: third ones exist only because two disagreed."
    ),
    "all": (
        "First, second and third labels are compared. Third ones exist only because two disagreed,"
        " so the figures are not those of independent labels."
    ),
}
# Figures that are shares, read in percent. The others say how far the raters are from chance.
SHARES = ("percent", "positive", "negative", "prevalence", "within_one", "apart")
IN_GRADES = ("distance",)
SHARE, BEYOND_CHANCE, GRADES = Word("share"), Word("beyond chance"), Word("grades")


def scale_of(name: str) -> Word:
    return SHARE if name in SHARES else GRADES if name in IN_GRADES else BEYOND_CHANCE


def definition_of(study: AgreementStudy, name: str) -> str:
    return ABOUT[name] if study.graded and name in ABOUT else DEFINITIONS[name]
