-- The visit that the call or message of an event belongs to, in the members of `leads.visits`, JSON; NULL if none is known.
ALTER TABLE events ADD COLUMN visit TEXT;
CREATE INDEX events_with_visit ON events (lead_number, event_time, event_id) WHERE visit IS NOT NULL;

-- Source, campaign and landing page of a lead's first visit and of its last one, JSON; NULL if there is none. It follows from
-- `events.visit`.
ALTER TABLE leads ADD COLUMN visits TEXT;
