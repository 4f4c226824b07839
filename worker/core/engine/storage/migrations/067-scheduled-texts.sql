-- Texts that wait to be sent, the earliest first, and those to a lead.
CREATE INDEX scheduled_texts ON events (data ->> 'due_time')
  WHERE type = 'scheduled_text' AND removed_time = 0 AND data ->> 'state' = 'open';
CREATE INDEX scheduled_texts_of_leads ON events (lead_number)
  WHERE type = 'scheduled_text' AND removed_time = 0 AND data ->> 'state' = 'open';
