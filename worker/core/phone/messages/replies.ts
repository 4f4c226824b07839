/** Handles STOP, START and HELP: saves them, and replies unless the carrier does. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { isOursToAnswer, type Keyword, keywordIn, replyTo } from './keywords.ts';
import { mayReply } from './outgoing-messages.ts';
import { countReplies } from './message-store.ts';
import { clearOptOut, isOptedOut, setOptOut } from '../opt-outs/opt-outs.ts';

/** The most automatic replies to one person in an hour, even if they send HELP a thousand times. */
const MOST_REPLIES = 3;
const HOUR_MS = 60 * 60_000;

/** Carriers' error codes for a person who has opted out with them: Twilio 21610, Telnyx 40300. */
const OPTED_OUT_CODES: ReadonlySet<string> = new Set(['21610', '40300']);

/** The parts of an incoming message that matter for its keyword. */
interface KeywordMessage {
  carrier: string;
  number: string;
  from: string | null;
  message: string;
  /** The keyword that the carrier has already answered. */
  handled?: Keyword | undefined;
}

/** Applies the keyword of a message. @returns the reply; undefined for none */
export function applyKeyword(
  context: WriteContext,
  { carrier, number, from, message, handled }: KeywordMessage,
): string | undefined {
  const keyword = handled ?? keywordIn(message);
  if (from === null || keyword === undefined || !changesAnything(context, from, keyword)) return undefined;
  if (handled !== undefined || !isOursToAnswer(carrier, number, message)) return undefined;
  const isEnough = countReplies(context.database, from, context.now - HOUR_MS) >= MOST_REPLIES;
  return isEnough || !mayReply(context, from)
    ? undefined
    : replyTo(keyword, settingsOf(context).options().name);
}

/** Saves an opt-out that the carrier's error code reveals. */
export function saveRefusal(context: WriteContext, phone: string | null, code: string | undefined): void {
  if (phone !== null && code !== undefined && OPTED_OUT_CODES.has(code)) setOptOut(context, phone, 'carrier');
}

/** Saves the opt-out or opt-in. @returns whether to reply: not to START or "yes" without an opt-out, nor to a second STOP */
function changesAnything(context: WriteContext, phone: string, keyword: Keyword): boolean {
  const { database } = context;
  const isOut = isOptedOut(database, phone);
  if (keyword === 'stop' && !isOut) setOptOut(context, phone, 'message');
  if (keyword === 'start' && isOut) clearOptOut(database, phone);
  return keyword === 'help' || (keyword === 'start') === isOut;
}
