"""What questions, calls, refusals and the log say."""
