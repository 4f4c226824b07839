-- The hours in which something was heard: `script:<site>`, `number:<number>`, `forms`. A day (UTC, in milliseconds) has a bit for
-- each hour, from the lowest for midnight. For 90 days.
CREATE TABLE heard_hours (
  part TEXT NOT NULL,
  day INTEGER NOT NULL,
  hours INTEGER NOT NULL,
  PRIMARY KEY (part, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX heard_hours_by_day ON heard_hours (day);

-- Until when calls and forms are in `heard_hours`, and when that is next looked at.
CREATE TABLE silence_watch (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  counted_time INTEGER NOT NULL,
  next_time INTEGER NOT NULL
) STRICT;
