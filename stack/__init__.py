"""The processes of one machine: database, broker, web and workers, started, watched and backed
up."""
