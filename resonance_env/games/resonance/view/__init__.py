"""The table as one viewer sees it: plain data, and text and pictures that draw it."""
