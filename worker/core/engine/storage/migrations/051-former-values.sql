-- The value that a platform has of a conversion whose later value was sent; NULL: none, or the platform took the later one.
ALTER TABLE conversions ADD COLUMN former_unit TEXT;
ALTER TABLE conversions ADD COLUMN former_value REAL;
-- Meta demands an address of the page and a channel with these, which conversions do not have.
UPDATE conversion_platforms SET settings = json_set(settings, '$.action_source', 'other')
  WHERE platform = 'meta' AND settings ->> '$.action_source' IN ('website', 'business_messaging');
