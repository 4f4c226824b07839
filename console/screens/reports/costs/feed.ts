/** Files of costs that are read every morning, as the API answers them, and what is done with them. Each action shows a toast. */
import { type Answer, ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed } from '../../../api/resource.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { NO_VERSION } from '../../../forms/save-members.ts';
import type { Mapping } from '../../../forms/sheet/columns.ts';
import type { CheckedFeed, FeedBody } from '../../../../worker/core/reports/costs/feeds/reference.ts';
import { COSTS, costsChanged } from './costs-changed.ts';

/** A file. Its address is not sent. */
export type Feed = FeedBody;
/** A reading of a file. */
export type FeedRun = Feed['runs'][number];
export type { CheckedFeed };

/** How a file is read. */
export type FeedOptions = Pick<FeedBody, 'source' | 'decimal' | 'days' | 'spread' | 'from'> & {
  mapping?: Mapping;
};
/** The members of a file that can be written. */
export type FeedInput = Pick<FeedBody, 'name' | 'hour'> &
  FeedOptions & {
    /** Empty to keep the address. */
    url: string;
    /** Whether sources are taken that the company does not have. */
    new_sources: boolean;
  };

/** `/companies/<uuid>/costs/feeds` and what follows. */
export function feedPath(rest = ''): string {
  return companyPath(`${COSTS}/feeds${rest}`);
}

/** Returns what the form of a file begins with. */
export function inputOf(feed: Feed): Answer<FeedInput> {
  const { name, hour, mapping, source, decimal, days, spread, from } = feed;
  const options = { mapping, source, decimal, days, spread, from };
  return { ...NO_VERSION, body: { name, hour, ...options, url: '', new_sources: false } };
}

/** Reads what a file is now. */
export async function feedNow(id: string): Promise<Answer<FeedInput>> {
  const { body } = await ask<Feed[]>(feedPath());
  const feed = body.find(({ feed_id: other }) => other === id);
  if (feed === undefined) throw new Error('The file was removed.');
  return inputOf(feed);
}

/** Returns how a file is read, and saves nothing. @throws Refusal for its address */
export async function checkFeed(check: object): Promise<CheckedFeed> {
  return (await ask<CheckedFeed>(feedPath('/check'), { method: 'POST', body: check })).body;
}

/** Adds a file. @throws Refusal */
export async function addFeed(feed: Partial<FeedInput>): Promise<void> {
  const { runs } = await post('', feed);
  toast(`${plural(runs[0]?.changed ?? 0, 'cost')} saved. The file is read every morning.`);
}

/** Changes a file. @throws Refusal */
export async function changeFeed(
  id: string,
  change: Partial<FeedInput> & { state?: Feed['state'] },
  done = 'Saved.',
): Promise<void> {
  await post(`/${id}/modify`, change);
  toast(done);
}

/** Reads a file now, and shows what came of it. */
export async function readFeed(id: string): Promise<void> {
  const { runs } = await post(`/${id}/read`);
  const [run] = runs;
  toast(run === undefined ? 'Read.' : (run.error ?? runText(run)));
}

/** Removes a file and its log. Its costs stay. */
export async function removeFeed(id: string): Promise<void> {
  await post(`/${id}/remove`);
  toast('The file is not read any more. Its costs stay.');
}

/** Says what came of a reading that worked. */
export function runText({ rows, changed: count, removed }: FeedRun): string {
  const gone = removed === 0 ? '' : `, ${removed} removed`;
  return `${plural(rows, 'cost')}, ${count} new or changed${gone}`;
}

async function post(rest: string, body: object = {}): Promise<Feed> {
  try {
    return (await ask<Feed>(feedPath(rest), { method: 'POST', body })).body;
  } finally {
    changed(feedPath());
    costsChanged();
  }
}
