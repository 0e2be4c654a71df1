"""Which Truepool this is: `major.minor.patch`, as reports, backups and the API name it."""

VERSION = "0.2.0"
