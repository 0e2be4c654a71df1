from semantics.models.proxy import Proxy, StoredClasses

__all__ = ["Proxy", "StoredClasses"]
