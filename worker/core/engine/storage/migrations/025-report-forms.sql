-- Reports count forms, and forms are among the visits before a contact. All chunks are derived again.
DROP TABLE report_chunks;
CREATE TABLE report_chunks (
  kind TEXT NOT NULL CHECK (kind IN ('call', 'text', 'form', 'lead')),
  chunk INTEGER NOT NULL,
  first_time INTEGER NOT NULL,
  last_time INTEGER NOT NULL,
  codes BLOB NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (kind, chunk)
) STRICT;
DROP TABLE report_changes;
CREATE TABLE report_changes (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('call', 'text', 'form', 'lead', 'person')),
  item INTEGER NOT NULL
) STRICT;

DROP TRIGGER report_call_added;
CREATE TRIGGER report_call_added AFTER INSERT ON calls
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('call', new.call_number);
  -- Only a report that comes late changes the visits before other contacts, or the one that made the lead.
  INSERT INTO report_changes (kind, item)
    SELECT 'person', own.lead_number FROM events AS own WHERE own.event_id = new.event_id AND (
      EXISTS (SELECT 1 FROM events AS other WHERE other.lead_number = own.lead_number
        AND other.type IN ('call', 'sms', 'form') AND other.removed_time = 0 AND other.event_time > own.event_time)
      OR EXISTS (SELECT 1 FROM leads WHERE lead_number = own.lead_number AND creation_time > own.event_time));
END;
DROP TRIGGER report_text_added;
CREATE TRIGGER report_text_added AFTER INSERT ON texts WHEN new.direction = 'inbound'
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('text', new.text_number);
  -- As for calls.
  INSERT INTO report_changes (kind, item)
    SELECT 'person', own.lead_number FROM events AS own WHERE own.event_id = new.event_id AND (
      EXISTS (SELECT 1 FROM events AS other WHERE other.lead_number = own.lead_number
        AND other.type IN ('call', 'sms', 'form') AND other.removed_time = 0 AND other.event_time > own.event_time)
      OR EXISTS (SELECT 1 FROM leads WHERE lead_number = own.lead_number AND creation_time > own.event_time));
END;

-- A form gets its event after its row, and only if it has an e-mail address or a phone number.
CREATE TRIGGER report_form_added AFTER INSERT ON forms WHEN new.event_id IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('form', new.form_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = new.event_id;
END;
CREATE TRIGGER report_form_changed AFTER UPDATE OF event_id, spam, visit ON forms
WHEN new.event_id IS NOT old.event_id OR new.spam <> old.spam OR new.visit IS NOT old.visit
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('form', new.form_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = new.event_id;
END;
CREATE TRIGGER report_form_deleted AFTER DELETE ON forms WHEN old.event_id IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('form', old.form_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = old.event_id;
END;

-- Merges and their undoing move the events of calls, messages and forms.
DROP TRIGGER report_contact_moved;
CREATE TRIGGER report_contact_moved AFTER UPDATE OF lead_number ON events
WHEN new.type IN ('call', 'sms', 'form') AND new.lead_number <> old.lead_number
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls WHERE event_id = new.event_id;
  INSERT INTO report_changes (kind, item)
    SELECT 'text', text_number FROM texts WHERE event_id = new.event_id AND direction = 'inbound';
  INSERT INTO report_changes (kind, item)
    SELECT 'form', form_number FROM forms WHERE event_id = new.event_id;
  INSERT INTO report_changes (kind, item) VALUES ('person', new.lead_number), ('person', old.lead_number);
END;
