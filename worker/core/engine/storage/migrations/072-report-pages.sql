-- The page of a report that is shared by a link: the SHA-256 of the secret in its address, and when it ends.
ALTER TABLE saved_reports ADD COLUMN page_hash TEXT;
ALTER TABLE saved_reports ADD COLUMN shared_until INTEGER;

CREATE UNIQUE INDEX saved_reports_by_page ON saved_reports (page_hash) WHERE page_hash IS NOT NULL;
