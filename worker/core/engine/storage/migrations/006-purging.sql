-- What the alarm looks for when it deletes what nobody can use any more: merges that still have their snapshot (it becomes
-- '' after the time for an unmerge), and removed notes.
CREATE INDEX merges_with_snapshot ON merges (merged_time) WHERE snapshot <> '';
CREATE INDEX events_removed ON events (removed_time) WHERE removed_time > 0;
