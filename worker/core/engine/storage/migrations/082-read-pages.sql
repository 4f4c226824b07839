-- Pages of the company's site that are read once a week, by the number of the week, with their numbers that are in no settings (a JSON
-- list): 20 pages a week, for four weeks. The row of the page '' is the week in which the first was opened.
CREATE TABLE read_pages (
  page TEXT PRIMARY KEY,
  week INTEGER NOT NULL,
  numbers TEXT NOT NULL
) STRICT;
