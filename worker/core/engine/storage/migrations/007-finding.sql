-- Every write of a lead takes the next number, so that "what changed since" is one range of an index. A lead that is
-- taken out of the table leaves its number behind.
ALTER TABLE leads ADD COLUMN change_number INTEGER NOT NULL DEFAULT 0;
CREATE INDEX leads_by_change ON leads (change_number);
CREATE TABLE removed_leads (
  lead_number INTEGER PRIMARY KEY,
  change_number INTEGER NOT NULL
) STRICT;
CREATE INDEX removed_leads_by_change ON removed_leads (change_number);

-- Columns of the leads in chunks of 2,048, as they were at `change_number`: a cache of what `leads` says, never a truth.
-- `codes` holds numbers, `content` the dictionary or the texts; see worker/core/columns.
CREATE TABLE column_chunks (
  column_name TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  change_number INTEGER NOT NULL,
  codes BLOB,
  content TEXT,
  PRIMARY KEY (column_name, chunk)
) STRICT;

-- Saved searches. `document` holds filters and sort.
CREATE TABLE smart_views (
  smart_view_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;
-- A company starts with the view of everything, because only a view lists all leads. Its id is a UUID version 4.
INSERT INTO smart_views (smart_view_id, name, version, document)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), 'All leads', 1, '{"filters":{},"sort":{}}';

-- The words of the timeline, folded, by event number: what finds a fragment in notes, e-mail messages and reminders.
-- Texts are folded in code, so triggers only note what waits; a search puts it in the index before it looks.
CREATE VIRTUAL TABLE event_texts USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
CREATE TABLE unindexed_events (event_number INTEGER PRIMARY KEY) STRICT;
INSERT INTO unindexed_events SELECT event_number FROM events WHERE type IN ('note', 'email_message', 'reminder');
CREATE TRIGGER event_written AFTER INSERT ON events WHEN new.type IN ('note', 'email_message', 'reminder') BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;
CREATE TRIGGER event_changed AFTER UPDATE OF data ON events WHEN new.type IN ('note', 'email_message', 'reminder') BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;
CREATE TRIGGER event_deleted AFTER DELETE ON events WHEN old.type IN ('note', 'email_message', 'reminder') BEGIN
  DELETE FROM unindexed_events WHERE event_number = old.event_number;
  DELETE FROM event_texts WHERE rowid = old.event_number;
END;
