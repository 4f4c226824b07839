-- Calls and messages whose visit has ids of other services, which have a retention of their own.
CREATE INDEX calls_with_ids ON calls (started_time) WHERE visit ->> '$.visit.ids' IS NOT NULL;
CREATE INDEX texts_with_ids ON texts (sent_time) WHERE visit ->> '$.visit.ids' IS NOT NULL;
