-- What tells which locations a lead has called or written to: its newest calls and messages, however long its timeline is.
CREATE INDEX events_with_numbers ON events (lead_number, event_time)
  WHERE type IN ('call', 'sms') AND removed_time = 0;
