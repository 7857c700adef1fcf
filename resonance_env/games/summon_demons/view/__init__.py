"""The table as one viewer sees it: plain data, and the text and pictures that draw it."""
