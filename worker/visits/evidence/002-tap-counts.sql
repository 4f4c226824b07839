-- What a tap is counted by. `day` is in the company's zone; NULL: not counted. `counted` is JSON: hour of the day, and of the visit
-- source, campaign, landing page and location, null if unknown, and the number. Neither names a person, so an erasure keeps them.
ALTER TABLE taps ADD COLUMN day TEXT;
ALTER TABLE taps ADD COLUMN counted TEXT;
