-- Leads that were removed and may be restored: the record as it was. Their timelines wait in `events`, where only a living
-- lead shows them. After the time for it they are erased.
CREATE TABLE lead_removals (
  lead_number INTEGER PRIMARY KEY,
  lead_id TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL,
  removed_time INTEGER NOT NULL,
  removed_by TEXT NOT NULL
) STRICT;
CREATE INDEX lead_removals_by_time ON lead_removals (removed_time, lead_number);

-- What an erasure looks for: what was notified of a lead, and what other leads' timelines keep of one that was merged.
CREATE INDEX notifications_by_lead ON notifications (data ->> 'lead_id') WHERE data ->> 'lead_id' IS NOT NULL;
CREATE INDEX events_with_secondary ON events (data ->> 'secondary_lead_id')
  WHERE type IN ('lead_merged', 'lead_unmerged');
