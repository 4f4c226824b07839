/** `/companies/<uuid>/costs/feeds`: files of costs that are read every morning. */
import { Hono } from 'hono/tiny';
import { parse, parseJson, readJsonText } from '../../../../shared/http/input.ts';
import { newId } from '../../../../shared/http/ids.ts';
import { Problem, problemOfFaults } from '../../../../shared/http/problems.ts';
import { takesNoQuery } from '../../../../shared/http/query.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import { type Answer, checkIfMatch, versionTag } from '../../../engine/http/answers.ts';
import { requireRole } from '../../../engine/http/rights.ts';
import { write } from '../../../engine/http/write.ts';
import { writeMoment } from '../../../engine/times/moments.ts';
import { ownCurrency } from '../../company-rules.ts';
import { columnsOf } from '../cost-file.ts';
import { keptImports } from '../cost-imports.ts';
import { saveFile } from '../file-saving.ts';
import {
  changedFeed,
  changedFile,
  fileOf,
  isSameFile,
  listFeeds,
  newFeed,
  removeFeed,
  requireFeed,
  saveChange,
} from './feeds.ts';
import { costsIn, type Reading, recordsAt, refuseQuestions } from './reading.ts';
import type { CheckedFeed, FeedBody } from './reference.ts';
import { type GoodReading, readingOf, readNow, takeIn } from './runs.ts';
import {
  type FeedCheckInput,
  feedChangeSchema,
  feedCheckSchema,
  type FeedFile,
  type FeedRecord,
  newFeedSchema,
} from './schema.ts';

export const feedRoutes = new Hono<CoreApp>();
// Nothing is fetched for those who read only.
feedRoutes.use(requireRole('superadmin', 'manager'));

/** Lists the files with their last readings, oldest first, without addresses. */
feedRoutes.get('/', (c) => {
  const context = contextOfRequest(c);
  const kept = keptImports(context.database);
  return c.json(listFeeds(context.database).map((feed) => feedBody(feed, kept)));
});

/** Reads a file and saves nothing: `{feed_id?, url?, mapping?, ...}` -> `{columns, file, errors}`. */
feedRoutes.post('/check', takesNoQuery, async (c) => {
  const input = parse(feedCheckSchema, parseJson(await readJsonText(c.req.raw)));
  const { company } = c.env;
  const context = contextOfRequest(c);
  const reading = await readingOf(company, c.env, input.new_sources);
  const { file, feedId } = checkedFile(context, input, reading);
  const records = await recordsAt(file, reading);
  const columns = columnsOf(records, { mapping: new Map(Object.entries(file.options.mapping)) });
  try {
    const read = costsIn(context, records, file, reading);
    const saving = { currencies: reading.currencies, isRehearsal: true, feedId };
    const saved = commit(company, context, (now) => saveFile(now, read, saving));
    return c.json<CheckedFeed>({ columns, ...saved, errors: [] });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message: detail } = error;
    const faults = error.errors.length === 0 ? [{ code, detail }] : error.errors;
    const errors = faults.map(({ allowed, ...fault }) =>
      allowed ? { ...fault, allowed: [...allowed] } : fault,
    );
    return c.json<CheckedFeed>({ columns, file: null, removed: 0, errors });
  }
});

/** Adds a file and reads it. */
feedRoutes.post('/', (c) =>
  write(c, {
    body: newFeedSchema,
    prepare: async (context, input) => {
      const reading = await readingOf(c.env.company, c.env, input.new_sources);
      const file = fileOf(input, unitOf(reading));
      return { file, good: await readFile(context, file, reading) };
    },
    change: (context, input, { prepared: { file, good } }) => {
      const feed = newFeed(context, input, file);
      saveChange(context, undefined, feed);
      return answer(context, takeIn(context, feed, good));
    },
  }),
);

/** Changes a file, and reads it if it is to be read in another way. */
feedRoutes.post('/:feed/modify', (c) =>
  write(c, {
    body: feedChangeSchema,
    prepare: async (context, input) => {
      const before = requireFeed(context, c.req.param('feed'));
      checkIfMatch(context.ifMatch, versionTag(before.version));
      const file = changedFile(before, input);
      if (isSameFile(before, file) && !input.new_sources) return { before, good: undefined };
      const reading = await readingOf(c.env.company, c.env, input.new_sources);
      return { before, good: await readFile(context, file, reading) };
    },
    change: (context, input, { prepared: { before, good } }) => {
      const now = requireFeed(context, before.feedId);
      checkIfMatch(versionTag(before.version), versionTag(now.version));
      const feed = changedFeed(context, now, input);
      saveChange(context, now, feed);
      return answer(context, good === undefined ? feed : takeIn(context, feed, good));
    },
  }),
);

/** Removes a file with its log; answers the removed file. Its costs stay. */
feedRoutes.post('/:feed/remove', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => answer(context, removeFeed(context, c.req.param('feed'))),
  }),
);

/** Reads a file now, in any state; answers the file with the result in its log. */
feedRoutes.post('/:feed/read', takesNoQuery, async (c) => {
  const context = contextOfRequest(c);
  const feed = requireFeed(context, c.req.param('feed'));
  await readNow(c.env.company, c.env, { context, feed });
  return c.json(feedBody(requireFeed(context, feed.feedId), keptImports(context.database)));
});

/** Returns the file of a check, and the feed that its costs would be of. @throws Problem `missing_parameter`, 404 */
function checkedFile(
  context: RequestContext,
  { feed_id: feedId, url, ...input }: FeedCheckInput,
  reading: Reading,
): { file: FeedFile; feedId: string } {
  if (feedId !== undefined) {
    const feed = requireFeed(context, feedId);
    // As if it were added: all of its days are read.
    return { file: { ...changedFile(feed, { url, ...input }), readDay: null }, feedId };
  }
  if (url === undefined) {
    const detail = 'Paste the address of the file.';
    throw problemOfFaults([{ pointer: '/url', code: 'missing_parameter', detail }]);
  }
  return { file: fileOf({ ...input, url }, unitOf(reading)), feedId: newId(context.now) };
}

/** Reads a file that nothing may be open of. */
async function readFile(context: RequestContext, file: FeedFile, reading: Reading): Promise<GoodReading> {
  const read = costsIn(context, await recordsAt(file, reading), file, reading);
  refuseQuestions(read);
  return { read, currencies: reading.currencies };
}

function unitOf({ currencies }: Reading): string {
  return ownCurrency(currencies)?.unit ?? 'USD';
}

function answer({ database }: RequestContext, feed: FeedRecord): Answer {
  return {
    body: feedBody(feed, keptImports(database)) satisfies FeedBody,
    headers: { ETag: versionTag(feed.version), 'Cache-Control': 'private, no-store' },
  };
}

/** Returns a file without its address, which is a secret. @param kept the imports that can be taken back */
function feedBody(feed: FeedRecord, kept: ReadonlySet<string>): FeedBody {
  return {
    feed_id: feed.feedId,
    name: feed.name,
    host: new URL(feed.url).hostname,
    ...feed.options,
    hour: feed.hour,
    state: feed.runTime === null ? 'paused' : 'active',
    next_time: feed.runTime === null ? null : writeMoment(feed.runTime),
    runs: feed.runs.map(({ time, importId, ...run }) => ({
      time: writeMoment(time),
      ...run,
      import_id: importId !== null && kept.has(importId) ? importId : null,
    })),
    created_time: writeMoment(feed.createdTime),
    created_by: feed.createdBy,
  };
}
