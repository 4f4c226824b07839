-- Taps of a day, in the company's zone, by hour, and by source, campaign, landing page and location of their visit, and by number;
-- empty: unknown. `month` (UTC) names the object that has counted them, which replaces its counts of a day as a whole.
CREATE TABLE tap_counts (
  day TEXT NOT NULL,
  month TEXT NOT NULL,
  hour INTEGER NOT NULL,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  landing_page TEXT NOT NULL,
  location_id TEXT NOT NULL,
  number TEXT NOT NULL,
  taps INTEGER NOT NULL,
  PRIMARY KEY (day, month, hour, source, campaign, landing_page, location_id, number)
) STRICT, WITHOUT ROWID;
