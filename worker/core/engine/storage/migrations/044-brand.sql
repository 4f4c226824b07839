-- The name and the logo that the company's users see instead of Leadline's. One row, from the first change on.
-- `logo` is JSON, {version, type, bytes, width, height}; its version is the hash of the picture.
CREATE TABLE brand (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version INTEGER NOT NULL,
  name TEXT,
  logo TEXT,
  picture BLOB
) STRICT;
