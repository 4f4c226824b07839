-- An event is indexed again only when its words change: the status of a message changes several times, and its words never.
DROP TRIGGER event_changed;

CREATE TRIGGER event_changed AFTER UPDATE OF data ON events
WHEN new.type IN ('note', 'email_message', 'reminder', 'sms', 'call')
  AND (new.data -> '$.message' IS NOT old.data -> '$.message' OR new.data -> '$.subject' IS NOT old.data -> '$.subject')
BEGIN
  INSERT OR IGNORE INTO unindexed_events VALUES (new.event_number);
END;
