"""The page in a real browser: `./test --browser`. Not part of `./test`."""
