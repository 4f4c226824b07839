-- The page of a form is read with the form. Copies in the stream outlived the erasure of the person.
UPDATE changes SET data = json_remove(data, '$.page')
WHERE type IN ('form.received', 'form.changed') AND data ->> '$.page' IS NOT NULL;
