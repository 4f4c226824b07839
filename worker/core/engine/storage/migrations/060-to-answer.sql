-- Reminders to answer missed callers, texts and forms: found by the lead and by the phone number.
DROP INDEX open_missed_callers;

CREATE INDEX reminders_to_answer ON events (lead_number)
  WHERE type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open'
    AND coalesce(data ->> 'call_id', data ->> 'text_id', data ->> 'form_id') IS NOT NULL;

CREATE INDEX reminders_to_answer_by_phone ON events (data ->> 'phone')
  WHERE type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open'
    AND coalesce(data ->> 'call_id', data ->> 'text_id', data ->> 'form_id') IS NOT NULL;

-- Open reminders name the call that they are about, as later ones do.
UPDATE events SET data = json_set(data, '$.contact_event_id',
  (SELECT event_id FROM calls WHERE call_id = events.data ->> 'call_id'))
WHERE type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open'
  AND (SELECT event_id FROM calls WHERE call_id = events.data ->> 'call_id') IS NOT NULL;
