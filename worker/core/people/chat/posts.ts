/** What a message to a chat channel says, before it is written for a platform. */
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { writtenPhone } from '../../../shared/contact/phone-numbers.ts';
import { callAddress, factsOf, wordsOf } from '../notifications/words.ts';
import type { NoticeRecord } from './notices.ts';

/** A message in plain text: nothing in it is written for a platform yet. */
export interface Post {
  title: string;
  /** Where it leads; absent where the deployment has no address of its own. */
  url?: string | undefined;
  /** Paragraphs of lines: the facts, and what somebody said. */
  paragraphs: readonly string[];
  /** The things that a message of several tells of. */
  items: readonly { text: string; url?: string | undefined }[];
}

/** The message of a test. */
export function testPost({ companyId }: RequestContext, origin: string): Post {
  return {
    title: 'This is a test',
    url: urlOf(origin, `/console/${companyId}/company/chat`),
    paragraphs: ['This channel gets messages from Leadline.'],
    items: [],
  };
}

/**
 * Returns the message about some notices, oldest first, with facts in the company's time zone.
 * @param origin that of the console's addresses; empty for none
 */
export function postOf(
  context: RequestContext,
  notices: readonly [NoticeRecord, ...NoticeRecord[]],
  origin: string,
): Post {
  const { companyId } = context;
  const [first] = notices;
  const title = titleOf(context, notices);
  if (countOf(notices) === 1) {
    const { path } = wordsOf(first, companyId, 'channel');
    return { title, url: urlOf(origin, path), paragraphs: paragraphsOf(context, first), items: [] };
  }
  const left = countOf(notices) - notices.length;
  return {
    title,
    url: urlOf(origin, `/console/${companyId}`),
    paragraphs: left === 0 ? [] : [`The first ${notices.length}:`],
    items: notices.map((notice) => {
      const { title: text, path } = wordsOf(notice, companyId, 'channel');
      return { text, url: urlOf(origin, path) };
    }),
  };
}

/** Returns the title of a message: what happened, or how many things. */
export function titleOf(
  { companyId }: RequestContext,
  notices: readonly [NoticeRecord, ...NoticeRecord[]],
): string {
  const { title } = wordsOf(notices[0], companyId, 'channel');
  const count = countOf(notices);
  return count === 1 ? title : `${count.toLocaleString('en-US')} notifications: ${title}`;
}

function countOf(notices: readonly NoticeRecord[]): number {
  return notices.reduce((sum, { more }) => sum + 1 + more, 0);
}

/** Returns the facts, with the number to call back. */
function paragraphsOf(context: RequestContext, notice: NoticeRecord): string[] {
  const region = settingsOf(context).options().default_region;
  const [facts = '', ...said] = factsOf(notice, { timeZone: timeZoneOf(context), region });
  const phone = callAddress(notice)?.slice('tel:'.length);
  const number = phone === undefined ? [] : [`Phone: ${writtenPhone(phone, region)}`];
  return [[...number, facts].join('\n'), ...said].filter((text) => text !== '');
}

function urlOf(origin: string, path: string): string | undefined {
  return origin === '' ? undefined : origin + path;
}
