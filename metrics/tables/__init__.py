"""The tables of each study, in a module of its name: `tables` takes what the study found."""
