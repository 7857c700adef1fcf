"""The table of SYNCRO as one viewer sees it: plain data, text and pictures."""
