/** Sends messages about reminders by SMS, through the company's carrier. A message is sent at most once. */
import { dniSettingsOf } from '../../../company/dni/saved-settings.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CompanyContext } from '../../../engine/context/company-context.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import type { MessageResult } from '../../../people/notifications/messages.ts';
import { type Content, sending } from '../../../people/notifications/sending.ts';
import { wordsOf } from '../../../people/notifications/words.ts';
import type { UserRecord } from '../../../people/users/schema.ts';
import { reportCarrier } from '../../accounts/carrier-troubles.ts';
import { isOptedOut } from '../../opt-outs/opt-outs.ts';
import { mayNotify } from '../outgoing-messages.ts';
import { CUT_OFF_MS, type Outcome, sendThrough, UNSURE } from '../sending.ts';
import { accountOf, accountOfNumber } from '../../accounts/carrier-accounts.ts';
import { openPhoneBook } from '../../ringing/company-phone-book.ts';
import type { CarrierAccount } from '../../ringing/settings-schema.ts';

/** Longest text, two parts of a message in most alphabets. The link goes last. */
const MAX_TEXT = 240;

const ACTOR = { kind: 'system', name: 'notifications' } as const;

/** Sends the messages that are due. */
export const sendingNotices = sending(
  'sms',
  async (company, env, content) => {
    const { user } = content;
    const sender = commit(company, contextOfActor(company, ACTOR), (context) => senderFor(context, user));
    if (typeof sender === 'string') return { outcome: 'not_sent', detail: sender };
    const { account, number } = sender;
    const message = { number, phone: user.phone, message: textOf(company, content, env.PUBLIC_URL) };
    const outcome = await sendThrough(company, env, { account, message, callback: undefined });
    const status = 'error' in outcome ? outcome.status : 200;
    commit(company, contextOfActor(company, ACTOR), (context) =>
      reportCarrier(context, account.carrier, status),
    );
    return resultOf(outcome);
  },
  { detail: UNSURE, cutOffMs: CUT_OFF_MS },
);

function resultOf(outcome: Outcome): MessageResult {
  if (!('error' in outcome)) return { outcome: 'delivered' };
  const { error: detail, askedWaitMs } = outcome;
  // Who was asked to wait has sent nothing.
  return askedWaitMs === undefined
    ? { outcome: 'failed', detail, isFinal: true }
    : { outcome: 'failed', detail, askedWaitMs };
}

/** Chooses the number and the account, and counts the message; or says why there is none to send. */
function senderFor(
  context: WriteContext,
  { phone, trackingNumber }: UserRecord,
): { account: CarrierAccount; number: string } | string {
  if (phone === '') return 'The user has no phone number any more.';
  if (isOptedOut(context.database, phone)) return 'The phone has asked for no more texts.';
  const { book, numbers } = openPhoneBook(context);
  const own = [trackingNumber, dniSettingsOf(context).read()?.settings.default_number ?? ''];
  const tracking = book.numbers.flatMap((entry) => (entry.isTracking ? [entry.number] : []));
  const number = [...own, ...tracking].find((each) => numbers.has(each));
  const [first] = book.carriers;
  const account =
    number === undefined || first === undefined
      ? undefined
      : (accountOfNumber(context, number) ?? accountOf(context, { carrier: first.carrier, number }));
  if (number === undefined || account === undefined) return 'No carrier is set up to send texts.';
  return mayNotify(context, phone)
    ? { account, number }
    : 'The phone is abroad, or there were too many texts.';
}

/** Returns the text: what is due, and where to go. */
function textOf(
  company: CompanyContext,
  { notifications, count }: Content,
  origin: string | undefined,
): string {
  const words = notifications.map((each) => wordsOf(each, company.companyId));
  const [first] = words;
  const { name } = settingsOf(company).options();
  const title = count === 1 ? (first?.title ?? '') : `${String(count)} reminders: ${first?.title ?? ''}`;
  const place = count === 1 ? first?.path : `/console/${company.companyId}/inbox`;
  const link = origin === undefined || origin === '' || place === undefined ? '' : ` ${origin}${place}`;
  return `${`${name}: ${title}`.slice(0, Math.max(0, MAX_TEXT - link.length))}${link}`;
}
