/** Files of costs that are read every morning, managed like costs. Their addresses are secrets. */
import { reportSettingsChanged } from '../../../company/settings/settings-changes.ts';
import { actorId } from '../../../engine/context/actors.ts';
import { endTrouble } from '../../../engine/context/feature.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import { checkIfMatch, versionTag } from '../../../engine/http/answers.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { AS_IS, json, Table } from '../../../engine/storage/table.ts';
import { asId, newId } from '../../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../../shared/http/problems.ts';
import { clockOfCompany } from '../../company-rules.ts';
import type {
  FeedChangeInput,
  FeedFile,
  FeedOptions,
  FeedRecord,
  NewFeedInput,
  OptionsInput,
} from './schema.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Most files of a company. */
const MAX_FEEDS = 10;

const NO_OPTIONS: FeedOptions = {
  mapping: {},
  source: '',
  unit: null,
  decimal: null,
  days: null,
  spread: false,
  from: null,
};

const FEEDS = new Table<FeedRecord>('cost_feeds', {
  feedId: AS_IS,
  name: AS_IS,
  url: AS_IS,
  options: json(),
  ownUnit: AS_IS,
  hour: AS_IS,
  runTime: AS_IS,
  failures: AS_IS,
  readDay: AS_IS,
  newestDay: AS_IS,
  runs: json(),
  version: AS_IS,
  createdTime: AS_IS,
  createdBy: AS_IS,
});
const OLDEST_FIRST = FEEDS.select('ORDER BY created_time, feed_id');
const BY_ID = FEEDS.select('WHERE feed_id = ?');
const FIRST_RUN = FEEDS.select('WHERE run_time IS NOT NULL ORDER BY run_time, feed_id LIMIT 1');
const SAVE = FEEDS.upsert(['feedId'], ['createdTime', 'createdBy']);

/** Lists the files, oldest first. */
export function listFeeds(database: Database): FeedRecord[] {
  return FEEDS.all(database, OLDEST_FIRST);
}

/** Finds a file; undefined if there is none. */
export function findFeed(database: Database, feedId: string): FeedRecord | undefined {
  return FEEDS.maybe(database, BY_ID, feedId);
}

/** Returns the file that is read first; undefined if none is to be read. */
export function firstFeed(database: Database): FeedRecord | undefined {
  return FEEDS.maybe(database, FIRST_RUN);
}

/** Finds the file with the id from a request. @throws Problem `not_found` */
export function requireFeed({ database }: RequestContext, idText: string): FeedRecord {
  const feed = findFeed(database, asId(idText) ?? '');
  if (feed === undefined) throw notFound();
  return feed;
}

/** Returns how the file of an input is read, all of its days. */
export function fileOf(input: OptionsInput & { url: string }, ownUnit: string): FeedFile {
  return { url: input.url, options: withChanges(NO_OPTIONS, input), ownUnit, readDay: null };
}

/** Returns a file with the changes of an input. If it is read in another way, all of its days are read again. */
export function changedFile(feed: FeedFile, input: OptionsInput & { url?: string | undefined }): FeedFile {
  const { url = feed.url } = input;
  const file = { url, options: withChanges(feed.options, input), ownUnit: feed.ownUnit };
  return { ...file, readDay: isSameFile(feed, file) ? feed.readDay : null };
}

/** Tells whether a file is read in the same way. */
export function isSameFile(one: Omit<FeedFile, 'readDay'>, other: Omit<FeedFile, 'readDay'>): boolean {
  return one.url === other.url && JSON.stringify(one.options) === JSON.stringify(other.options);
}

/** Returns a new file, which has not been read yet. @throws Problem `too_many_values` */
export function newFeed(context: WriteContext, input: NewFeedInput, file: FeedFile): FeedRecord {
  if (listFeeds(context.database).length >= MAX_FEEDS) {
    const detail = `A company has at most ${MAX_FEEDS} files of costs; remove an unused one.`;
    throw new Problem('too_many_values', detail, { members: { limit: MAX_FEEDS } });
  }
  return {
    ...file,
    feedId: newId(context.now),
    name: input.name,
    hour: input.hour,
    runTime: dueAfter(context, input.hour),
    failures: 0,
    newestDay: null,
    runs: [],
    version: 1,
    createdTime: context.now,
    createdBy: actorId(context.actor),
  };
}

/** Returns a file with the changes of an input. One that is resumed is read at once. */
export function changedFeed(
  context: WriteContext,
  before: FeedRecord,
  { name, hour = before.hour, state, ...input }: FeedChangeInput,
): FeedRecord {
  const isPaused = before.runTime === null;
  const runTime = isPaused ? context.now : dueAfter(context, hour);
  return {
    ...before,
    ...changedFile(before, input),
    name: name ?? before.name,
    hour,
    runTime: (state ?? (isPaused ? 'paused' : 'active')) === 'paused' ? null : runTime,
    failures: 0,
    version: before.version + 1,
  };
}

/** Saves what a person has changed. */
export function saveChange(context: WriteContext, before: FeedRecord | undefined, feed: FeedRecord): void {
  storeFeed(context, feed);
  if (feed.runTime === null) endTrouble(context, troubledPart(feed));
  tell(context, before, feed);
}

/** Stores a file, and has it read when it is due. */
export function storeFeed(context: WriteContext, feed: FeedRecord): void {
  context.database.run(SAVE, ...FEEDS.values(feed));
  if (feed.runTime !== null) context.wakeBy(feed.runTime);
}

/** Removes a file with its log. Its costs stay. @throws Problem 404, 412 */
export function removeFeed(context: WriteContext, idText: string): FeedRecord {
  const feed = requireFeed(context, idText);
  checkIfMatch(context.ifMatch, versionTag(feed.version));
  context.database.run('UPDATE costs SET feed_id = NULL WHERE feed_id = ?', feed.feedId);
  // Its imports go with it.
  context.database.run('DELETE FROM cost_feeds WHERE feed_id = ?', feed.feedId);
  endTrouble(context, troubledPart(feed));
  tell(context, feed, undefined);
  return feed;
}

/** Pauses a file whose import was taken back: it would be imported again the next morning. All of it is read once it goes on. */
export function pauseAfter(context: WriteContext, feedId: string): void {
  const feed = findFeed(context.database, feedId);
  if (feed === undefined) return;
  saveChange(context, feed, { ...feed, runTime: null, readDay: null, version: feed.version + 1 });
}

/** Moves the due times to the hours of the company's zone, which may have changed. What is due already stays. */
export function followZone(context: WriteContext): void {
  for (const feed of listFeeds(context.database)) {
    if (feed.runTime === null || feed.runTime <= context.now) continue;
    const runTime = dueAfter(context, feed.hour);
    if (runTime !== feed.runTime && feed.failures === 0) storeFeed(context, { ...feed, runTime });
  }
}

/** Returns when a file is due next, in milliseconds since the epoch. */
export function dueAfter(context: RequestContext, hour: number): number {
  const clock = clockOfCompany(context);
  const today = Math.floor(clock.toLocal(context.now) / DAY_MS);
  const due = (day: number): number => clock.toUtc(day * DAY_MS + hour * HOUR_MS);
  return due(today) > context.now ? due(today) : due(today + 1);
}

/** Names the trouble with a file. */
export function troubledPart({ feedId }: Pick<FeedRecord, 'feedId'>): string {
  return `cost_feed:${feedId}`;
}

function withChanges(before: FeedOptions, input: OptionsInput): FeedOptions {
  const { mapping, source, unit, decimal, days, spread, from } = input;
  return {
    mapping: mapping ?? before.mapping,
    source: source ?? before.source,
    unit: unit === undefined ? before.unit : unit,
    decimal: decimal === undefined ? before.decimal : decimal,
    days: days === undefined ? before.days : days,
    spread: spread ?? before.spread,
    from: from === undefined ? before.from : from,
  };
}

/** Tells the stream and the audit log, without the address. */
function tell(context: WriteContext, before: FeedRecord | undefined, after: FeedRecord | undefined): void {
  const view = ({ name, url, hour, options, runTime }: FeedRecord): object => ({
    name,
    host: new URL(url).hostname,
    hour,
    state: runTime === null ? 'paused' : 'active',
    ...options,
  });
  reportSettingsChanged(context, {
    settings: 'cost_feeds',
    id: (after ?? before)?.feedId ?? '',
    ...(after === undefined ? {} : { version: after.version }),
    before: before && view(before),
    after: after && view(after),
  });
}
