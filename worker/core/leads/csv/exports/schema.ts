/** The query of an export of a view or a search, and the body of an export of leads by ids. */
import * as v from 'valibot';
import { leadIdsSchema } from '../../record/schema.ts';
import { viewQuerySchema } from '../../finding/views/schema.ts';

const {
  start: _start,
  count: _count,
  fields: _fields,
  cursor: _cursor,
  ...viewEntries
} = viewQuerySchema.entries;

const readerSchema = v.optional(
  v.picklist(['spreadsheet', 'import', ''], 'Write spreadsheet or import.'),
  'spreadsheet',
);

/** The query of an export: the parameters of a smart view, among them a search. `for` names the reader of the file. */
export const exportQuerySchema = v.object({
  smart_view_id: v.optional(v.string()),
  ...viewEntries,
  for: readerSchema,
});
export type ExportQuery = v.InferOutput<typeof exportQuerySchema>;

/** The body of an export of leads by ids. */
export const namedExportSchema = v.strictObject({ lead_ids: leadIdsSchema, for: readerSchema });
