/** The query of an export. */
import * as v from 'valibot';
import { queryTextSchema, searchFieldsSchema } from '../search/schema.ts';
import { viewQuerySchema } from '../views/schema.ts';

const {
  start: _start,
  count: _count,
  fields: _fields,
  cursor: _cursor,
  ...viewEntries
} = viewQuerySchema.entries;

/**
 * Either a view: `smart_view_id`, `filters`, `sort`, `relative`, as smart views take them; or a search. `for` says who reads
 * the file.
 */
export const exportQuerySchema = v.object({
  smart_view_id: v.optional(v.string()),
  ...viewEntries,
  q: v.optional(queryTextSchema),
  search_fields: searchFieldsSchema,
  for: v.optional(v.picklist(['spreadsheet', 'import', ''], 'Write spreadsheet or import.'), 'spreadsheet'),
});
export type ExportQuery = v.InferOutput<typeof exportQuerySchema>;
