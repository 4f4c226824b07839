/** Costs as the API answers them, and the columns of files of costs. Pure. */
import { delimiterOf } from '../../../formats/csv.ts';
import { fieldsOfColumns, headerIndex } from '../../../../worker/core/reports/costs/sheets/columns.ts';
import { CHANNELS } from '../../../../worker/dni/pure/channels.ts';
import type { FileColumn, Mapping, Target } from '../../../forms/sheet/columns.ts';

export type {
  CostBody as Cost,
  CostFile,
  CostPage,
} from '../../../../worker/core/reports/costs/reference.ts';

/** The fields of a cost. */
export const COST_TARGETS: readonly Target[] = [
  { name: 'day', label: 'Day' },
  { name: 'until', label: 'Last day' },
  { name: 'source', label: 'Source' },
  { name: 'campaign', label: 'Campaign' },
  { name: 'amount', label: 'Amount' },
  { name: 'unit', label: 'Currency' },
];

/** The channels that cost something, most usual first. */
const PAID = ['paid_search', 'paid_social', 'display', 'paid_video', 'paid_shopping', 'cross_network'];
/** The sources that costs are offered for: every channel, paid ones first. */
export const COST_SOURCES: readonly string[] = [...new Set([...PAID, ...CHANNELS])];

/** Names of columns that only exports of social networks have. */
const SOCIAL = /^(?:ad set name|amount spent|reporting starts|total spent|reach)\b/i;
/** Rows with their columns and what each column becomes. */
export interface CostRows {
  /** The rows, from the header on. */
  text: string;
  /** Lines of titles before the header, which are left out. */
  titleLines: number;
  columns: FileColumn[];
  mapping: Mapping;
}

/** Leaves out the titles above the header. */
export function withoutTitles(text: string): Pick<CostRows, 'text' | 'titleLines'> {
  const lines = text.split(/(?<=\n)/);
  const titleLines = headerIndex(
    lines.map((line) => line.split(delimiterOf(line)).map((cell) => cell.trim().replaceAll('"', ''))),
  );
  return { text: lines.slice(titleLines).join(''), titleLines };
}

/** Guesses the field of each column by its name. No field is used twice. */
export function guessCosts(columns: readonly FileColumn[]): Mapping {
  const fields = fieldsOfColumns(columns.map(({ name }) => name));
  return Object.fromEntries(
    columns.map(({ name }, index) => {
      const field = fields[index];
      return [name, field !== undefined && fields.indexOf(field) === index ? field : null];
    }),
  );
}

/** Guesses the source of rows that have no column for it. */
export function guessSource(columns: readonly FileColumn[]): string {
  return columns.some(({ name }) => SOCIAL.test(name)) ? 'paid_social' : 'paid_search';
}
