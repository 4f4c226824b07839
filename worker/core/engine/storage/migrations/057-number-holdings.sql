-- When the register of numbers is told what this company holds: at once for a company from before the register. NULL: it knows.
CREATE TABLE number_holdings (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  tell_time INTEGER
) STRICT;

INSERT INTO number_holdings (only_row, tell_time)
SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM dni_settings) OR (SELECT version FROM call_settings) > 0 THEN 0 END;
