-- The keyed hash of the block of networks that the holder's network belongs to; empty for leases of an earlier version.
ALTER TABLE leases ADD COLUMN block TEXT NOT NULL DEFAULT '';
