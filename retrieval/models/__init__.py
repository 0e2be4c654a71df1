from retrieval.models.trained_model import TrainedModel
from retrieval.models.training_grid import GridCell, TrainingGrid

__all__ = ["GridCell", "TrainedModel", "TrainingGrid"]
