"""From a stranger's file to one that plays. Knows neither Django nor a database."""
