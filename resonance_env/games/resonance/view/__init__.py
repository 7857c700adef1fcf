"""The table as one viewer sees it, as text and as a picture."""
