"""The ground floor: what every app stands on. Knows no person and no table of ours."""
