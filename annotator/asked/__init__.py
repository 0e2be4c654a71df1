"""What the actions of labelling are asked, each described once (foundation/asking)."""
