-- A caller without a lead is named by the first call in reports. A report that comes late, or a corrected time, gives the
-- calls after it another name. Of a caller with very many calls, the 200 after it are looked at.
CREATE TRIGGER report_caller_added AFTER INSERT ON calls
WHEN new.caller IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls
    WHERE caller = new.caller AND started_time >= new.started_time AND call_number <> new.call_number
    ORDER BY started_time LIMIT 200;
END;
CREATE TRIGGER report_caller_moved AFTER UPDATE OF started_time ON calls
WHEN new.started_time <> old.started_time AND new.caller IS NOT NULL
BEGIN
  INSERT INTO report_changes (kind, item)
    SELECT 'call', call_number FROM calls
    WHERE caller = new.caller AND started_time >= min(new.started_time, old.started_time) AND call_number <> new.call_number
    ORDER BY started_time LIMIT 200;
END;
