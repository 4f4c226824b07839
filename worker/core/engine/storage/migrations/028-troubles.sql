-- Receivers of webhooks, ad platforms and carriers that do not work, and when super admins were last told. A part that works
-- again is kept for an hour, so that one that fails by turns is not told of each time.
CREATE TABLE troubles (
  part TEXT PRIMARY KEY,
  is_open INTEGER NOT NULL,
  told_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
