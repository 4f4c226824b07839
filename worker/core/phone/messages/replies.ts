/** What a text asks for with STOP, START or HELP: it is noted, and answered where the carrier does not. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { isOursToAnswer, type Keyword, keywordIn, replyTo } from './keywords.ts';
import { mayReply } from './outgoing-messages.ts';
import { clearOptOut, countReplies, isOptedOut, setOptOut } from './message-store.ts';

/** Most automatic replies to one person in an hour: whoever sends HELP a thousand times is answered three times. */
const MOST_REPLIES = 3;
const HOUR_MS = 60 * 60_000;

/** What carriers call it when the person has opted out with them: Twilio 21610, Telnyx 40300. */
const OPTED_OUT_CODES: ReadonlySet<string> = new Set(['21610', '40300']);

/** A text that came in, as far as it may ask for something. */
interface Asking {
  carrier: string;
  number: string;
  from: string | null;
  message: string;
  /** What the carrier has understood and answered already. */
  handled?: Keyword | undefined;
}

/** Notes what a text asks for. @returns what is to be answered; undefined: nothing */
export function noteKeyword(
  context: WriteContext,
  { carrier, number, from, message, handled }: Asking,
): string | undefined {
  const keyword = handled ?? keywordIn(message);
  if (from === null || keyword === undefined || !isNews(context, from, keyword)) return undefined;
  if (handled !== undefined || !isOursToAnswer(carrier, number, message)) return undefined;
  const isEnough = countReplies(context.database, from, context.now - HOUR_MS) >= MOST_REPLIES;
  return isEnough || !mayReply(context, from)
    ? undefined
    : replyTo(keyword, settingsOf(context).options().name);
}

/** Notes that the carrier sends no more texts to somebody, where that is what its error says. */
export function noteRefusal(context: WriteContext, phone: string | null, code: string | undefined): void {
  if (phone !== null && code !== undefined && OPTED_OUT_CODES.has(code))
    setOptOut(context.database, phone, context.now);
}

/** "Yes" from somebody who has never opted out asks for nothing, and one confirmation of STOP is enough. */
function isNews({ database, now }: WriteContext, phone: string, keyword: Keyword): boolean {
  const isOut = isOptedOut(database, phone);
  if (keyword === 'stop' && !isOut) setOptOut(database, phone, now);
  if (keyword === 'start' && isOut) clearOptOut(database, phone);
  return keyword === 'help' || (keyword === 'start') === isOut;
}
