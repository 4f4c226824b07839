-- Calls, one row each. `facts` is what the carrier said, from which everything else about the call follows whatever the order
-- it came in; `remarks` is what people said of it. The columns are what lists select and order by. `outcome` is null while the
-- call goes on, and `deadline` is then when it counts as over although nobody said so. The lead of a call is the one whose
-- timeline shows its event, so that merges need not know of calls. `visit` is for what a visitor did before they called.
CREATE TABLE calls (
  call_number INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id TEXT NOT NULL UNIQUE,
  carrier TEXT NOT NULL,
  carrier_call_id TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  number TEXT NOT NULL,
  caller TEXT,
  location_id TEXT,
  source TEXT,
  started_time INTEGER NOT NULL,
  outcome TEXT,
  prior_calls INTEGER NOT NULL,
  event_id TEXT,
  modification_time INTEGER NOT NULL,
  deadline INTEGER,
  visit TEXT,
  facts TEXT NOT NULL,
  remarks TEXT NOT NULL,
  UNIQUE (carrier, carrier_call_id)
) STRICT;
CREATE INDEX calls_by_time ON calls (started_time, call_number);
CREATE INDEX calls_by_number ON calls (number, started_time, call_number);
CREATE INDEX calls_by_caller ON calls (caller, started_time, call_number) WHERE caller IS NOT NULL;
CREATE INDEX calls_by_location ON calls (location_id, started_time, call_number);
CREATE INDEX calls_by_source ON calls (source, started_time, call_number);
CREATE INDEX calls_by_outcome ON calls (outcome, started_time, call_number);
CREATE INDEX calls_by_modification ON calls (modification_time, call_number);
CREATE INDEX calls_by_event ON calls (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX calls_in_progress ON calls (deadline) WHERE deadline IS NOT NULL;

-- What carriers sent, as it came, for 30 days: the same request counts once, and one that comes before its call waits here.
CREATE TABLE carrier_requests (
  request_number INTEGER PRIMARY KEY,
  carrier TEXT NOT NULL,
  carrier_call_id TEXT NOT NULL,
  checksum TEXT NOT NULL,
  received_time INTEGER NOT NULL,
  happened TEXT NOT NULL,
  parameters TEXT NOT NULL,
  UNIQUE (carrier, carrier_call_id, checksum)
) STRICT;
CREATE INDEX carrier_requests_by_time ON carrier_requests (received_time);

-- Whoever called and reached nobody, with the reminder on their lead that is open.
CREATE TABLE missed_callers (
  caller TEXT PRIMARY KEY,
  event_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who got the last new lead of a location, so that the next one gets the next.
CREATE TABLE assignment_turns (
  location_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
