-- What a number was ordered with others for, which is what a company does with it next: the request that ordered or imported it, where
-- the carrier says it is, and the location and the source that it is meant for. They are those of whoever ordered it; the DNI settings decide.
ALTER TABLE carrier_numbers ADD COLUMN order_id TEXT;
ALTER TABLE carrier_numbers ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE carrier_numbers ADD COLUMN location_id TEXT;
ALTER TABLE carrier_numbers ADD COLUMN source TEXT;
