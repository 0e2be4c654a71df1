"""What actions are asked, each described once (foundation/asking)."""
