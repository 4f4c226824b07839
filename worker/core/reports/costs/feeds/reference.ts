/** Reference of files of costs that are read every morning. */
import * as v from 'valibot';
import { count, id, named, time } from '../../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';
import { costFileAnswer } from '../reference.ts';
import { feedChangeSchema, feedCheckSchema, newFeedSchema } from './schema.ts';

const text = v.string();
const day = v.pipe(text, v.isoDate());

/** What came of a reading. */
const runAnswer = named(
  'CostFeedRun',
  v.strictObject({
    time,
    rows: count,
    changed: count,
    removed: count,
    from: v.nullable(day),
    to: v.nullable(day),
    import_id: v.nullable(text),
    error: v.nullable(text),
  }),
);

/** A file. Its address is not answered, only the host. */
export const feedAnswer = named(
  'CostFeed',
  v.strictObject({
    feed_id: id,
    name: text,
    host: text,
    mapping: v.record(text, v.nullable(text)),
    source: text,
    unit: v.nullable(text),
    decimal: v.nullable(v.picklist(['point', 'comma'])),
    days: v.nullable(v.picklist(['day_first', 'month_first'])),
    spread: v.boolean(),
    from: v.nullable(day),
    hour: count,
    state: v.picklist(['active', 'paused']),
    next_time: v.nullable(time),
    runs: v.array(runAnswer),
    created_time: time,
    created_by: text,
  }),
);
export type FeedBody = v.InferOutput<typeof feedAnswer>;

/** How a file would be read. */
export const checkedFeedAnswer = v.strictObject({
  columns: v.array(v.strictObject({ name: text, samples: v.array(text) })),
  file: v.nullable(costFileAnswer),
  /** Costs of the file that it no longer has. */
  removed: count,
  errors: v.array(
    v.strictObject({
      pointer: v.exactOptional(text),
      row: v.exactOptional(count),
      column: v.exactOptional(text),
      code: text,
      detail: text,
      allowed: v.exactOptional(v.array(text)),
    }),
  ),
});
export type CheckedFeed = v.InferOutput<typeof checkedFeedAnswer>;

const FEEDS = '/companies/{company}/costs/feeds';
const FEED = `${FEEDS}/{feed}`;
const feeds = operationsOf('Calls', 'user');
const FILE_PROBLEMS = [
  'permission_denied',
  'too_many_values',
  'unknown_column',
  'duplicate_column',
  'missing_parameter',
  'invalid_csv',
  'body_too_large',
] as const;

export const FEED_OPERATIONS: readonly Operation[] = [
  feeds({
    name: 'listCostFeeds',
    method: 'GET',
    path: FEEDS,
    summary: 'The files of costs that are read every morning, oldest first',
    description: 'For managers and super admins.',
    answer: v.array(feedAnswer),
    golden: 'reports/cost-feeds',
    problems: ['permission_denied'],
  }),
  feeds({
    name: 'checkCostFeed',
    method: 'POST',
    path: `${FEEDS}/check`,
    summary: 'Read a file of costs and save nothing',
    description:
      'For managers and super admins. Answers the columns, and either what would be saved (`file`, as `importCosts` answers a dry run) or what is wrong (`errors`). With `feed_id` the file is one that is read already, with the members that would change.',
    body: feedCheckSchema,
    answer: checkedFeedAnswer,
    keyless: true,
    golden: 'reports/check-cost-feed',
    problems: ['permission_denied', 'missing_parameter', 'invalid_csv', 'body_too_large'],
  }),
  feeds({
    name: 'createCostFeed',
    method: 'POST',
    path: FEEDS,
    summary: 'Add a CSV file of costs that is read every morning, and read it',
    description:
      'For managers and super admins. `url` is where the file is published; it is secret, and no answer has it. The file is read as `importCosts` reads one, with the same answers to what it leaves open, and refused for the same faults. The columns, the order of days and the decimals that it has now are kept: a later file that shows others is not read. Every morning the days of the last 30, and those since the last reading, replace what the file said before; a cost that is no longer in a day of the file is removed. A company has at most 10 files.',
    body: newFeedSchema,
    answer: feedAnswer,
    versioned: true,
    golden: 'reports/add-cost-feed',
    problems: FILE_PROBLEMS,
  }),
  feeds({
    name: 'modifyCostFeed',
    method: 'POST',
    path: `${FEED}/modify`,
    summary: 'Change, pause or resume a file of costs',
    description:
      'For managers and super admins. A file that is to be read in another way is read at once, all of its days; one that cannot be read is not changed. A resumed one is read within a minute.',
    body: feedChangeSchema,
    answer: feedAnswer,
    versioned: true,
    golden: 'reports/modify-cost-feed',
    problems: [...FILE_PROBLEMS, 'precondition_failed'],
  }),
  feeds({
    name: 'removeCostFeed',
    method: 'POST',
    path: `${FEED}/remove`,
    summary: 'Remove a file of costs and its log; the costs stay',
    description: 'For managers and super admins.',
    answer: feedAnswer,
    versioned: true,
    golden: 'reports/remove-cost-feed',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  feeds({
    name: 'readCostFeed',
    method: 'POST',
    path: `${FEED}/read`,
    summary: 'Read a file of costs now; the result is the first of its runs',
    description: 'For managers and super admins. In any state.',
    answer: feedAnswer,
    keyless: true,
    golden: 'reports/read-cost-feed',
    problems: ['permission_denied', 'precondition_failed'],
  }),
];
