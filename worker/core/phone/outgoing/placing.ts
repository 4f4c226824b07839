/** Places calls to leads: the user's phone rings first, then the lead's, which shows a number of the company. */
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { newId } from '../../../shared/http/ids.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { writableLead } from '../../leads/record/access.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { requireFree, takeForAnswer } from '../../leads/reminders/taking.ts';
import { countWithin } from '../calls/hourly-counts.ts';
import type { CallRecord } from '../calls/schema.ts';
import { knownNumbers, numbersToShow } from '../messages/outgoing-messages.ts';
import { wantsNoCalls } from '../opt-outs/opt-outs.ts';
import { phoneOfLead, requireDestination } from '../messages/outgoing-messages.ts';
import { startCall } from '../progress/calls.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { accountOfNumber } from '../accounts/carrier-accounts.ts';
import { readCallSettings } from '../ringing/settings.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import type { NewOutgoingCall } from './schema.ts';
import { outgoingCallTo, queueCall } from './store.ts';

/** The most calls to a lead in an hour. */
const CALLS_TO_LEAD_PER_HOUR = 10;
/** The most calls of a user in an hour. */
const CALLS_BY_USER_PER_HOUR = 60;
/** The most calls of a company in an hour. */
const CALLS_OF_COMPANY_PER_HOUR = 600;
/** A second request for a call that began less long ago is a double click. */
const DOUBLE_CLICK_MS = 60_000;

/** Numbers of a call: the user's phone, the person's, and the company's, which the person sees. */
interface Parties {
  placer: { userId: string; phone: string };
  phone: string;
  number: string;
  account: CarrierAccount;
}

/**
 * Calls a lead: the call is saved now, and the carrier is asked behind the answer.
 * @param leadId as it stands in the path
 * @returns the call; the one in progress for a double click
 * @throws Problem `call_in_progress` while somebody else calls the person; `opted_out`; `destination_not_allowed`, also for a blocked
 *   person; `identifier_required` if the lead or the user has no phone; `invalid_parameter` for a number that is not the lead's or
 *   the company's; `service_unavailable` without credentials for a carrier's API; `rate_limited`; those of `requireFree` and `writableLead`
 */
export function callLead(
  context: WriteContext,
  leadId: string,
  { origin, ...wanted }: NewOutgoingCall & { origin: string },
): CallRecord {
  const lead = writableLead(context, leadId);
  if (wanted.reminder_id !== undefined)
    requireFree(context, { lead: leadId, event: wanted.reminder_id }, ' Nobody was called.');
  const parties = partiesOf(context, lead, wanted);
  const { placer, phone, number, account } = parties;
  const current = outgoingCallTo(context.database, phone, context.now - DOUBLE_CLICK_MS);
  if (current?.report.placed?.userId === placer.userId) return current;
  if (current !== undefined) {
    throw new Problem('call_in_progress', 'Somebody else is calling this number at the moment.');
  }
  countCall(context, lead.leadId, placer.userId);
  takeForAnswer(context, { phone, leadNumber: lead.leadNumber });
  const book = openPhoneBook(context);
  const rules = book.rulesFor(number);
  const callId = newId(context.now);
  const call = {
    callId,
    carrier: account.carrier,
    // Until the carrier says its own.
    carrierCallId: callId,
    direction: 'outbound',
    number,
    caller: phone,
    report: {
      startedTime: context.now,
      isStartReported: true,
      terms: { isBlocked: false, screening: 'nobody', isAnnounced: rules.record === 'on', turns: 1 },
      legs: {},
      turns: {},
      placed: { ...placer, isScreened: book.isScreened(rules, placer.phone) },
    },
  } as const;
  const record = startCall(context, call, { lead, isNew: false });
  const { carrier, account_id } = account;
  queueCall(context.database, { call_id: callId, carrier, account_id, origin }, context.now);
  context.wakeBy(context.now);
  return record;
}

function partiesOf(context: WriteContext, lead: LeadRecord, wanted: NewOutgoingCall): Parties {
  const phone = phoneOfLead(context, lead, wanted.phone);
  if (phone === undefined) throw new Problem('identifier_required', 'The lead has no phone number to call.');
  const book = openPhoneBook(context);
  if (book.isBlocked(phone)) {
    throw new Problem('destination_not_allowed', 'The person is blocked; take them off the list first.');
  }
  if (wantsNoCalls(context.database, phone)) {
    throw new Problem('opted_out', 'The person has asked not to be called: they are among the opt-outs.');
  }
  requireDestination(context, phone);
  const placer = placerOf(context, book);
  const { number, carrier } = callerId(context, { lead, phone, chosen: wanted.from_phone });
  return { placer, phone, number, account: accountFor(context, { number, carrier }) };
}

/** Returns the acting user and the first of their phones that the company rings. */
function placerOf(context: RequestContext, book: OpenPhoneBook): Parties['placer'] {
  const user = userOf(context.actor);
  if (user === undefined) {
    throw new Problem(
      'permission_denied',
      'A call rings a user’s phone first; use a token or a key of a user.',
    );
  }
  const person = book
    .peopleOf(user.userId)
    .find((each) => book.refusalOf(each) === undefined && book.numbers.get(each.number)?.isTracking !== true);
  if (person === undefined) {
    throw new Problem(
      'identifier_required',
      'You have no phone number that could ring first; add your phone.',
    );
  }
  return { userId: user.userId, phone: person.number };
}

/**
 * Chooses the number that the person sees: the one that they called, wrote to or were shown last, else the user's tracking number,
 * else the company's first. @returns it with the carrier of the last contact
 */
function callerId(
  context: WriteContext,
  { lead, phone, chosen }: { lead: LeadRecord; phone: string; chosen: string | undefined },
): { number: string; carrier: string | undefined } {
  const book = openPhoneBook(context);
  const isOurs = (number: string): boolean => book.numbers.get(number)?.isTracking === true;
  if (chosen !== undefined && !isOurs(chosen)) {
    throw invalid('/from_phone', 'The number is no tracking number of the company.');
  }
  const known = knownNumbers(context, lead, phone);
  const number = chosen ?? known.find((each) => isOurs(each.number))?.number ?? numbersToShow(context)[0];
  if (number === undefined) throw invalid('/from_phone', 'The company has no tracking number to call from.');
  return { number, carrier: known.find((each) => each.number === number)?.carrier };
}

/** Returns the account to call through: the one that has the number; if that is not known, preferably one with a carrier. */
function accountFor(
  context: RequestContext,
  { number, carrier }: { number: string; carrier: string | undefined },
): CarrierAccount {
  const own = accountOfNumber(context, number);
  const all = own === undefined ? readCallSettings(context.database).settings.carriers : [own];
  const accounts = all.filter(({ api }) => api !== null);
  const account = accounts.find((each) => each.carrier === carrier) ?? accounts[0];
  if (account !== undefined) return account;
  const detail =
    'No phone account of the company can call out yet. A super admin can connect one under Numbers, Phone; until then, call from your own phone.';
  throw new Problem('service_unavailable', detail);
}

function countCall(context: WriteContext, leadId: string, userId: string): void {
  const bounds = [
    { scope: `calls:lead:${leadId}`, limit: CALLS_TO_LEAD_PER_HOUR, whose: 'to this lead' },
    { scope: `calls:user:${userId}`, limit: CALLS_BY_USER_PER_HOUR, whose: 'by one user' },
    { scope: 'calls:company', limit: CALLS_OF_COMPANY_PER_HOUR, whose: 'of the company' },
  ];
  countWithin(
    context,
    bounds.map(({ scope, limit, whose }) => {
      const detail = `At most ${limit} calls ${whose} in an hour; wait before the next one.`;
      return { scope, limit, detail };
    }),
  );
}

function invalid(pointer: string, detail: string): Problem {
  return problemOfFaults([{ pointer, code: 'invalid_parameter', detail }]);
}
