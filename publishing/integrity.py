"""What must always be true of releases' files. The rows are guarded where their tables are."""

from foundation.integrity import Integrity, register
from publishing.queries.releases import FOLDER, stored_files

register(Integrity("publishing", stored_files=stored_files, folders=(FOLDER,)))
