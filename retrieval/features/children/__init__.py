"""Programs that run as processes of their own, started by path and isolated (`python -I`): they
import nothing of Truepool."""
