/** Reference of costs. */
import * as v from 'valibot';
import { count, named, time } from '../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';
import { costFileSchema, costListSchema, costRemovalSchema, costsSchema } from './schema.ts';

const text = v.string();

const costAnswer = named(
  'Cost',
  v.strictObject({
    day: v.pipe(text, v.isoDate()),
    source: text,
    campaign: v.nullable(text),
    amount: v.number(),
    unit: text,
    modified_at: time,
  }),
);
export type CostBody = v.InferOutput<typeof costAnswer>;

export const costPageAnswer = v.strictObject({
  costs: v.array(costAnswer),
  next_cursor: v.exactOptional(count),
});
export type CostPage = v.InferOutput<typeof costPageAnswer>;

export const savedCostsAnswer = v.strictObject({ saved: count, changed: count });
export type SavedCosts = v.InferOutput<typeof savedCostsAnswer>;

/** What a file becomes. */
export const costFileAnswer = named(
  'CostFile',
  v.strictObject({
    rows: count,
    saved: count,
    changed: count,
    from: v.nullable(v.pipe(text, v.isoDate())),
    to: v.nullable(v.pipe(text, v.isoDate())),
    ignored_columns: v.array(text),
    total_rows: count,
    title_rows: count,
    questions: v.array(
      v.strictObject({
        parameter: v.picklist(['decimal', 'days', 'spread', 'new_sources']),
        detail: text,
        choices: v.array(text),
        samples: v.array(text),
      }),
    ),
    preview: v.array(
      v.strictObject({
        row: count,
        day: v.nullable(text),
        until: v.nullable(text),
        source: text,
        campaign: v.nullable(text),
        amount: v.number(),
        unit: v.nullable(text),
        is_sum: v.boolean(),
      }),
    ),
    import_id: v.nullable(text),
  }),
);
export type CostFile = v.InferOutput<typeof costFileAnswer>;

export const takenBackCostsAnswer = v.strictObject({ restored: count, kept: count });
export type TakenBackCosts = v.InferOutput<typeof takenBackCostsAnswer>;

export const removedCostsAnswer = v.strictObject({ removed: count });
export type RemovedCosts = v.InferOutput<typeof removedCostsAnswer>;

const costs = operationsOf('Calls', 'user');

export const COST_OPERATIONS: readonly Operation[] = [
  costs({
    name: 'listCosts',
    method: 'GET',
    path: '/companies/{company}/costs',
    summary: 'The costs of ads, latest day first',
    description: 'For managers and super admins.',
    query: costListSchema,
    answer: costPageAnswer,
    golden: 'reports/costs',
    problems: ['permission_denied', 'unknown_parameter'],
  }),
  costs({
    name: 'replaceCosts',
    method: 'PUT',
    path: '/companies/{company}/costs',
    summary: 'Save costs of ads by day, source and campaign',
    description:
      'For managers and super admins. A cost replaces the former one of its day, source and campaign, so a repetition changes nothing; several of them in one request are added up. Amounts in another currency are converted by the company’s rates at the time of saving. At most 5,000 at once; a company keeps at most 500,000.',
    body: costsSchema,
    answer: savedCostsAnswer,
    golden: 'reports/put-costs',
    problems: ['permission_denied', 'too_many_values'],
  }),
  costs({
    name: 'importCosts',
    method: 'POST',
    path: '/companies/{company}/costs/import',
    summary: 'Save costs of ads from a CSV file',
    description:
      'For managers and super admins. The header names the columns: `day` (or date), `source`, `campaign`, `amount` (or cost, spend), `unit` (or currency), or as ad platforms name them; `mapping` assigns others, and other columns are ignored. Days may be written as 2026-11-23, 23.11.2026, Nov 23, 2026, or 11/23/2026 if one of them shows where the month is; amounts with a currency and with a decimal point or comma. Titles above the header are skipped (`title_rows`). Rows that are sums of others are left out (`total_rows`): those without a day, and those without a campaign that are the sum of the campaigns of their days. A dry run answers the first rows as they are read (`preview`), and what the file leaves open (`questions`); an import needs the answers, as parameters: `decimal` for amounts such as 1.150, `days` for 3/11/2026, `spread` for rows of several days, and `new_sources` for sources that the company does not have. A fault in a row, such as more cells than columns, refuses the whole file. At most 5,000 rows and days. The last 20 imports can be taken back by their `import_id`.',
    query: costFileSchema,
    body: { type: 'string' },
    bodyType: 'text/csv',
    answer: costFileAnswer,
    golden: 'reports/import-costs',
    problems: [
      'permission_denied',
      'too_many_values',
      'unknown_column',
      'duplicate_column',
      'missing_parameter',
    ],
  }),
  costs({
    name: 'restoreCosts',
    method: 'POST',
    path: '/companies/{company}/costs/imports/{import}/take_back',
    summary: 'Take an import of costs back',
    description:
      'For managers and super admins. Its costs are as they were before. Those that were changed since stay (`kept`). The last 20 imports can be taken back, each once.',
    answer: takenBackCostsAnswer,
    golden: 'reports/restore-costs',
    problems: ['permission_denied', 'not_found'],
  }),
  costs({
    name: 'removeCosts',
    method: 'POST',
    path: '/companies/{company}/costs/remove',
    summary: 'Remove costs of ads',
    description: 'For managers and super admins.',
    body: costRemovalSchema,
    answer: removedCostsAnswer,
    golden: 'reports/remove-costs',
    problems: ['permission_denied'],
  }),
];
