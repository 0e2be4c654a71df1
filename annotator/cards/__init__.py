"""What says how files of labels are to be read: by people, by Hugging Face, by Croissant's tools.

Pure: it knows neither Django nor a table of ours."""
