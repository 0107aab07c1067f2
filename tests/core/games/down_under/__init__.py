"""Down Under: what its rules, its drawings and its bots must keep."""
