-- Where the widget was seen: the last question of each page, without anything about who asked. At most 20 sites with 20 pages
-- each; the ones that were not seen for the longest time make room (worker/core/dni/seen-pages.ts).
CREATE TABLE seen_pages (
  site TEXT NOT NULL,
  path TEXT NOT NULL,
  seen_time INTEGER NOT NULL,
  settings_version INTEGER NOT NULL,
  targets INTEGER NOT NULL,
  swaps INTEGER NOT NULL,
  PRIMARY KEY (site, path)
) STRICT, WITHOUT ROWID;
