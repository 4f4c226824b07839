-- Open reminders, earliest due time first, and those of missed callers by their number. `data` has a due time and a state only
-- if the reminder is ours.
CREATE INDEX open_reminders ON events (data ->> 'due_time', event_id)
  WHERE type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open';
CREATE INDEX open_missed_callers ON events (data ->> 'phone')
  WHERE type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open' AND data ->> 'call_id' IS NOT NULL;
DROP TABLE missed_callers;
