-- Texts, and what people note of calls, are found by search as notes are. A call's event changes often while it goes on, so it
-- waits for the index only where there is, or was, a note.
DROP TRIGGER event_written;
DROP TRIGGER event_changed;
DROP TRIGGER event_deleted;
CREATE TRIGGER event_written AFTER INSERT ON events
WHEN new.type IN ('note', 'email_message', 'reminder', 'sms') OR (new.type = 'call' AND new.data ->> '$.message' IS NOT NULL)
BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;
CREATE TRIGGER event_changed AFTER UPDATE OF data ON events
WHEN new.type IN ('note', 'email_message', 'reminder', 'sms')
  OR (new.type = 'call' AND coalesce(new.data ->> '$.message', old.data ->> '$.message') IS NOT NULL)
BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;
CREATE TRIGGER event_deleted AFTER DELETE ON events
WHEN old.type IN ('note', 'email_message', 'reminder', 'sms', 'call')
BEGIN
  DELETE FROM unindexed_events WHERE event_number = old.event_number;
  DELETE FROM event_texts WHERE rowid = old.event_number;
END;
INSERT OR IGNORE INTO unindexed_events
  SELECT event_number FROM events
  WHERE type = 'sms' OR (type = 'call' AND data ->> '$.message' IS NOT NULL);
