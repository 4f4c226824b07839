-- How calls are answered: one JSON document, secrets of the carriers among it. `book_version` counts whatever changes who
-- rings: these settings, those of the numbers, and people. `next_publish_time` is null when the edge has the newest of it.
CREATE TABLE call_settings (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  modified_time INTEGER NOT NULL,
  book_version INTEGER NOT NULL DEFAULT 0,
  publish_failures INTEGER NOT NULL DEFAULT 0,
  next_publish_time INTEGER
) STRICT;
INSERT INTO call_settings (only_row, version, document, modified_time) VALUES (1, 0, '{}', 0);
