-- Which text an automatic reply of ours answers, so that the carrier is answered the same when it tells of that text again; and the
-- reminder that a text of ours has closed, which is opened again when the text turns out not to have arrived.
ALTER TABLE texts ADD COLUMN answers TEXT;
ALTER TABLE texts ADD COLUMN settled_event_id TEXT;
CREATE UNIQUE INDEX texts_by_answered ON texts (answers) WHERE answers IS NOT NULL;
