-- The facts that reports count, derived from calls, messages and leads (worker/core/reports/facts), in chunks of 2,048 rows of
-- each table. `codes` holds columns of numbers, `content` their dictionary. A missing chunk is derived again.
CREATE TABLE report_chunks (
  kind TEXT NOT NULL CHECK (kind IN ('call', 'text', 'lead')),
  chunk INTEGER NOT NULL,
  first_time INTEGER NOT NULL,
  last_time INTEGER NOT NULL,
  codes BLOB NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (kind, chunk)
) STRICT;

-- Rows that changed since their chunk was stored. Triggers write them in the transaction of the change, whatever made it. A
-- `person` is a lead whose calls and messages have other visits before them than they had. The newest row stays, so that no
-- number is used again: AUTOINCREMENT would write a second row each time.
CREATE TABLE report_changes (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('call', 'text', 'lead', 'person')),
  item INTEGER NOT NULL
) STRICT;

CREATE TRIGGER report_call_added AFTER INSERT ON calls
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('call', new.call_number);
  -- Only a report that comes late changes the visits before other contacts, or the one that made the lead.
  INSERT INTO report_changes (kind, item)
    SELECT 'person', own.lead_number FROM events AS own WHERE own.event_id = new.event_id AND (
      EXISTS (SELECT 1 FROM events AS other WHERE other.lead_number = own.lead_number AND other.type IN ('call', 'sms')
        AND other.removed_time = 0 AND other.event_time > own.event_time)
      OR EXISTS (SELECT 1 FROM leads WHERE lead_number = own.lead_number AND creation_time > own.event_time));
END;
CREATE TRIGGER report_call_changed AFTER UPDATE ON calls
WHEN new.outcome IS NOT NULL OR old.outcome IS NOT NULL OR new.visit IS NOT old.visit
  OR new.prior_calls <> old.prior_calls OR new.started_time <> old.started_time
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('call', new.call_number);
END;
CREATE TRIGGER report_call_attributed AFTER UPDATE OF visit ON calls
WHEN new.visit IS NOT old.visit AND new.event_id IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = new.event_id;
END;
CREATE TRIGGER report_call_deleted AFTER DELETE ON calls
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('call', old.call_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = old.event_id;
  -- Other calls of a caller without a lead may be named by this one.
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls
    WHERE caller = old.caller AND started_time >= old.started_time ORDER BY started_time LIMIT 200;
END;

-- A missed call counts as rescued by an answered call with the caller within seven days. 604800000 is seven days. Of a caller
-- with very many calls, the 50 before the answered one are looked at.
CREATE TRIGGER report_call_answered AFTER INSERT ON calls
WHEN new.outcome = 'answered' AND new.caller IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM (
      SELECT call_number, outcome FROM calls WHERE caller = new.caller
        AND started_time BETWEEN new.started_time - 604800000 AND new.started_time - 1
      ORDER BY started_time DESC LIMIT 50)
    WHERE outcome NOT IN ('answered', 'blocked');
END;
CREATE TRIGGER report_call_ended AFTER UPDATE OF outcome, started_time ON calls
WHEN (new.outcome = 'answered' OR old.outcome = 'answered') AND new.caller IS NOT NULL
  AND (new.outcome IS NOT old.outcome OR new.started_time <> old.started_time)
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM (
      SELECT call_number, outcome FROM calls WHERE caller = new.caller
        AND started_time BETWEEN min(new.started_time, old.started_time) - 604800000
          AND max(new.started_time, old.started_time) - 1
      ORDER BY started_time DESC LIMIT 50)
    WHERE outcome NOT IN ('answered', 'blocked');
END;
CREATE TRIGGER report_answer_deleted AFTER DELETE ON calls
WHEN old.outcome = 'answered' AND old.caller IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM (
      SELECT call_number, outcome FROM calls WHERE caller = old.caller
        AND started_time BETWEEN old.started_time - 604800000 AND old.started_time - 1
      ORDER BY started_time DESC LIMIT 50)
    WHERE outcome NOT IN ('answered', 'blocked');
END;

CREATE TRIGGER report_text_added AFTER INSERT ON texts WHEN new.direction = 'inbound'
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('text', new.text_number);
  -- Only a report that comes late changes the visits before other contacts, or the one that made the lead.
  INSERT INTO report_changes (kind, item)
    SELECT 'person', own.lead_number FROM events AS own WHERE own.event_id = new.event_id AND (
      EXISTS (SELECT 1 FROM events AS other WHERE other.lead_number = own.lead_number AND other.type IN ('call', 'sms')
        AND other.removed_time = 0 AND other.event_time > own.event_time)
      OR EXISTS (SELECT 1 FROM leads WHERE lead_number = own.lead_number AND creation_time > own.event_time));
END;
CREATE TRIGGER report_text_attributed AFTER UPDATE OF visit ON texts
WHEN new.visit IS NOT old.visit AND new.direction = 'inbound'
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('text', new.text_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = new.event_id;
END;
CREATE TRIGGER report_text_deleted AFTER DELETE ON texts WHEN old.direction = 'inbound'
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('text', old.text_number);
  INSERT INTO report_changes (kind, item)
    SELECT 'person', lead_number FROM events WHERE event_id = old.event_id;
END;

CREATE TRIGGER report_lead_added AFTER INSERT ON leads
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('lead', new.lead_number);
END;
CREATE TRIGGER report_lead_changed AFTER UPDATE OF state, creation_time, document ON leads
WHEN new.state <> old.state OR new.creation_time <> old.creation_time OR new.document <> old.document
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('lead', new.lead_number);
END;
CREATE TRIGGER report_lead_deleted AFTER DELETE ON leads
BEGIN
  INSERT INTO report_changes (kind, item) VALUES ('lead', old.lead_number);
END;

-- Merges and their undoing move the events of calls and messages.
CREATE TRIGGER report_contact_moved AFTER UPDATE OF lead_number ON events
WHEN new.type IN ('call', 'sms') AND new.lead_number <> old.lead_number
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls WHERE event_id = new.event_id;
  INSERT INTO report_changes (kind, item)
    SELECT 'text', text_number FROM texts WHERE event_id = new.event_id AND direction = 'inbound';
  INSERT INTO report_changes (kind, item) VALUES ('person', new.lead_number), ('person', old.lead_number);
END;
