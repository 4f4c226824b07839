-- How far people were notified of open reminders, by due time and event. Nobody is notified of those from before.
CREATE TABLE reminder_notices (
  stage TEXT PRIMARY KEY,
  due_time TEXT NOT NULL,
  event_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO reminder_notices (stage, due_time, event_id) VALUES
  ('reminder.due', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ''),
  ('reminder.overdue', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), '');
