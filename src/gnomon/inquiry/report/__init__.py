"""Pages on one or more inquiries: tables, plots, transcripts, search trees."""
