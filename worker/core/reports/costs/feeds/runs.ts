/**
 * Reads files of costs every morning in the background. The costs, the log and the next due time are written in one transaction, so an
 * object that is killed replaces nothing by half, and reads the file again.
 */
import { type Fault, Problem } from '../../../../shared/http/problems.ts';
import { formatted } from '../../../../shared/mail/times.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { waitAfter } from '../../../engine/context/back-off.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../../../engine/context/company-context.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import { beginTrouble, endTrouble } from '../../../engine/context/feature.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import { currenciesOf } from '../../company-rules.ts';
import type { Currency } from '../../../company/settings/records.ts';
import type { Room } from '../../../engine/storage/database.ts';
import { dayNumber } from '../../counting/days.ts';
import type { ReadCosts } from '../cost-file.ts';
import { saveFile } from '../file-saving.ts';
import { dueAfter, findFeed, firstFeed, storeFeed, troubledPart } from './feeds.ts';
import { costsIn, learnt, type Reading, recordsAt, refuseQuestions, todayOf } from './reading.ts';
import type { FeedRecord, FeedRun } from './schema.ts';

const ACTOR = { kind: 'system', name: 'costs' } as const;
/** After so many failures in a row people are told, and the file is read again the next morning. */
const MOST_FAILURES = 3;
const RETRIES = { first: 10 * 60_000, longest: 60 * 60_000, factor: 3 };
/** A file without costs of so many days, and of twice its usual gap, is not written any more, or nothing is spent. */
const MOST_SILENT_DAYS = 7;
/** Readings in the log: as many as can be taken back. */
const MOST_RUNS = 20;
const INTERRUPTED = 'Reading the file did not end. Perhaps it is too large.';
const NOTHING = { rows: 0, changed: 0, removed: 0, from: null, to: null, importId: null };

/** The task. Reads one file in a turn. */
export const readingFeeds: BackgroundTask = {
  kind: 'costs that are read every morning',
  nextTime: ({ database }) => firstFeed(database)?.runTime ?? undefined,
  run: async (company, env) => {
    const feed = firstFeed(company.database);
    if (feed === undefined || (feed.runTime ?? Infinity) > Date.now()) return;
    const context = contextOfActor(company, ACTOR);
    const failures = feed.failures + 1;
    // Counted before it is read, so that a file that ends the object does not end it every time it starts.
    whileSame(company, { context, feed }, (write, before) =>
      storeFeed(write, { ...before, failures, runTime: write.now + waitAfter(feed.failures, RETRIES) }),
    );
    const read = failures > MOST_FAILURES ? INTERRUPTED : await tryToRead(company, env, { context, feed });
    if (typeof read !== 'string' || failures >= MOST_FAILURES) finish(company, { context, feed }, read);
    await company.giveWay();
  },
};

/**
 * Reads a file because somebody asks for it, whether it is paused or not.
 * @throws Problem 412 if it was changed meanwhile
 */
export async function readNow(
  company: CompanyContext,
  env: CoreEnv,
  reader: { context: RequestContext; feed: FeedRecord },
): Promise<void> {
  const isDone = finish(company, reader, await tryToRead(company, env, reader));
  if (!isDone) throw new Problem('precondition_failed', 'The file was changed meanwhile. Read it again.');
}

/** Ends a reading. @param read the file, or why it could not be read @returns false if somebody changed the file meanwhile */
function finish(
  company: CompanyContext,
  { context, feed }: { context: RequestContext; feed: FeedRecord },
  read: GoodReading | string,
): boolean {
  if (typeof read === 'string')
    return whileSame(company, { context, feed }, (write, before) => fail(write, before, read));
  try {
    return whileSame(
      company,
      { context, feed },
      (write, before) => void takeIn(write, before, read),
      'common',
    );
  } catch (error) {
    return finish(company, { context, feed }, reasonOf(error));
  }
}

/** Saves the costs of a file, with the log and the next due time. @throws Problem those of `saveFile` */
export function takeIn(
  context: WriteContext,
  feed: FeedRecord,
  { read, currencies }: GoodReading,
): FeedRecord {
  // The row comes first: imports refer to it.
  storeFeed(context, feed);
  const { file, removed } = saveFile(context, read, { currencies, isRehearsal: false, feedId: feed.feedId });
  const newestDay = [feed.newestDay ?? '', ...read.days].toSorted().at(-1) || null;
  const today = todayOf(context);
  const { rows, changed, from, to, import_id: importId } = file;
  const error =
    newestDay !== null && isLate(read.days, newestDay, today) ? silence(context, newestDay) : null;
  // Days that the file has not had yet, such as those of a month that is written later, are read once it has them.
  const readDay = newestDay === null || newestDay < today ? newestDay : today;
  const after = { ...feed, options: learnt(feed.options, read), readDay, newestDay };
  return settle(context, after, { rows, changed, removed, from, to, importId, error });
}

/** A file that was read, and the currencies that the company had. */
export interface GoodReading {
  read: ReadCosts;
  currencies: readonly Currency[];
}

/** Fetches and reads a file that the company has. @returns why not, in words for people */
async function tryToRead(
  company: CompanyContext,
  env: CoreEnv,
  { context, feed }: { context: RequestContext; feed: FeedRecord },
): Promise<GoodReading | string> {
  try {
    const reading = await readingOf(company, env);
    const records = await recordsAt(feed, reading);
    if (!company.exists()) return '';
    const read = costsIn(context, records, feed, reading);
    refuseQuestions(read);
    return { read, currencies: reading.currencies };
  } catch (error) {
    return reasonOf(error);
  }
}

/** Returns what a reading needs of the company. */
export async function readingOf(
  company: CompanyContext,
  env: CoreEnv,
  takesNewSources = false,
): Promise<Reading> {
  return { currencies: await currenciesOf(company, env), rules: addressRules(env), takesNewSources };
}

function fail(context: WriteContext, feed: FeedRecord, error: string): void {
  settle(context, feed, { ...NOTHING, error });
}

/**
 * Ends a reading: logs it, tells of what does not work and of what works again, and sets the next due time. Whoever has asked for a
 * reading sees that it failed: others are not told, and the file is read again when it would have been.
 */
function settle(context: WriteContext, feed: FeedRecord, run: Omit<FeedRun, 'time'>): FeedRecord {
  const runs = [{ time: context.now, ...run }, ...feed.runs].slice(0, MOST_RUNS);
  const runTime = feed.runTime === null ? null : dueAfter(context, feed.hour);
  const isSeen = run.error !== null && context.actor.kind !== 'system';
  const after = { ...feed, runs, ...(isSeen ? {} : { failures: 0, runTime }) };
  storeFeed(context, after);
  const data = { feed_id: feed.feedId, name: feed.name };
  const part = troubledPart(feed);
  if (run.error === null) endTrouble(context, part, { type: 'costs.working', data });
  else if (!isSeen)
    beginTrouble(context, { part, type: 'costs.failing', data: { ...data, detail: run.error } });
  return after;
}

/** Makes a change unless somebody has changed or removed the file since it was read. @returns whether it was made */
function whileSame(
  company: CompanyContext,
  { context, feed }: { context: RequestContext; feed: FeedRecord },
  change: (write: WriteContext, before: FeedRecord) => void,
  room: Room = 'reserve',
): boolean {
  if (!company.exists()) return false;
  const write = (now: WriteContext): boolean => {
    const before = findFeed(now.database, feed.feedId);
    if (before?.version !== feed.version) return false;
    change(now, before);
    return true;
  };
  return commit(company, { ...context, now: Date.now() }, write, room);
}

/** Says in words for people why a file is not read. @throws what is no refusal */
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return wordsOf(error);
  throw error;
}

/** Says what is wrong with a file: its first fault, and how many more there are. */
function wordsOf(problem: Problem): string {
  const [first, ...others] = problem.errors;
  if (first === undefined) return problem.message;
  const more = others.length === 0 ? '' : ` ${others.length} more things are wrong with the file.`;
  return `${placeOf(first)}${first.detail}${more}`;
}

function placeOf({ row, column, detail }: Fault): string {
  if (row === undefined || /^(?:The header|Row \d)/.test(detail)) return '';
  return `Row ${row}${column === undefined ? '' : `, ${column}`}: `;
}

/** Tells whether costs are missing. @param days those of the file, in order */
function isLate(days: readonly string[], newestDay: string, today: string): boolean {
  const numbers = days.map(dayNumber);
  const gaps = numbers.slice(1).map((day, at) => day - (numbers[at] ?? day));
  const usual = gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? 0;
  return dayNumber(today) - dayNumber(newestDay) > Math.max(MOST_SILENT_DAYS, 2 * usual);
}

function silence(context: RequestContext, newestDay: string): string {
  const { default_region: region } = settingsOf(context).options();
  const day = formatted(Date.parse(newestDay), region, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
  return `Its newest costs are of ${day}. Perhaps the file is not written any more.`;
}
