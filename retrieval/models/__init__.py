from retrieval.models.trained_model import TrainedModel

__all__ = ["TrainedModel"]
