-- The living leads, one row each. `document` is the truth for everything that users write (name, e-mails, phones,
-- source tags, lead fields, aliases); the columns are what queries select and order by. A lead that was merged into
-- another has no row here: its record waits in `merges`. Numbers are never given twice, because events remember them.
CREATE TABLE leads (
  lead_number INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  lead_group TEXT,
  assignee_id TEXT,
  creation_time INTEGER NOT NULL,
  modification_time INTEGER NOT NULL,
  last_event_time INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;

-- Recent leads: newest modification first, then id. Covers the scope and the count, so that neither reads the table.
CREATE INDEX leads_by_modification
  ON leads (modification_time DESC, lead_id, lead_group, assignee_id, creation_time);

-- What resolves a lead by identifier: lower-cased e-mails, E.164 phones, and the aliases that merges left.
CREATE TABLE lead_keys (
  match_key TEXT NOT NULL,
  lead_number INTEGER NOT NULL,
  PRIMARY KEY (match_key, lead_number)
) STRICT, WITHOUT ROWID;

-- The merges that hold, one row per lead that was merged away. `survivor_number` is the living lead that answers for it
-- now; `primary_number` the lead it was merged into, which may have been merged away itself since. `snapshot` is what an
-- unmerge needs: both records before and the primary's record after.
CREATE TABLE merges (
  secondary_id TEXT PRIMARY KEY,
  secondary_number INTEGER NOT NULL UNIQUE,
  primary_number INTEGER NOT NULL,
  survivor_number INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  merged_time INTEGER NOT NULL,
  answer TEXT NOT NULL,
  snapshot TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX merges_by_primary ON merges (primary_number, merged_time);
CREATE INDEX merges_by_survivor ON merges (survivor_number);

-- The timelines. `lead_number` is the lead that shows the event, `origin_number` the lead that it was written to; they
-- differ after a merge. `data` holds what the type adds. A removed note keeps its row until nobody may restore it.
CREATE TABLE events (
  event_number INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  lead_number INTEGER NOT NULL,
  origin_number INTEGER NOT NULL,
  type TEXT NOT NULL,
  event_time INTEGER NOT NULL,
  inbound INTEGER NOT NULL,
  online INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  comment_count INTEGER NOT NULL DEFAULT 0,
  removed_time INTEGER NOT NULL DEFAULT 0,
  data TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_lead ON events (lead_number, removed_time, event_time, event_id);

CREATE TABLE comments (
  comment_id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL,
  event_time INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  comment TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX comments_by_event ON comments (event_id, event_time, comment_id);
