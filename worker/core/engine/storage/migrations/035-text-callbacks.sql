-- Where this deployment was reached when a text of ours was written: there the carrier says how it goes on.
ALTER TABLE texts ADD COLUMN origin TEXT;
