-- The keyed hash of the sender's network, by which taps without a call are recognized. NULL once the person is erased.
ALTER TABLE taps ADD COLUMN network TEXT;
