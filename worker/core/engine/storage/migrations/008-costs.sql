-- What ads cost by day, source and campaign; an empty campaign: of the whole source. `own_amount` is in `own_unit`, the company's
-- currency when the cost was saved, by the rates of that time.
CREATE TABLE costs (
  day TEXT NOT NULL,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  amount REAL NOT NULL,
  unit TEXT NOT NULL,
  own_amount REAL NOT NULL,
  own_unit TEXT NOT NULL,
  modified_time INTEGER NOT NULL,
  PRIMARY KEY (day, source, campaign)
) STRICT, WITHOUT ROWID;
