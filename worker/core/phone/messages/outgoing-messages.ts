/** Chooses the numbers of a lead and of the company for calls and messages, and bounds the messages that go out in an hour. */
import { actorId, createdBy, userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { findablePhones } from '../../leads/record/match-keys.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { findUserOnce } from '../../people/users/users.ts';
import { CALLS } from '../calls/call-store.ts';
import { lastShownNumber } from '../forms/form-store.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { reasonForNoTexts } from '../opt-outs/opt-outs.ts';
import { accountOfNumber } from '../accounts/carrier-accounts.ts';
import { MESSAGES, lastWrittenTime } from './message-store.ts';
import { faultOfDestination } from '../../company/settings/destinations.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { countOne, countWithin, waitOf } from '../calls/hourly-counts.ts';

/** A number of the company that a person knows. */
export interface KnownNumber {
  number: string;
  /** When they called it, exchanged messages with it or saw it, in milliseconds since the epoch. */
  time: number;
  /** Absent for a number that they only saw. */
  carrier?: string;
}

/**
 * Returns the chosen number of a lead; without one, the number that wrote last, else called last, else the first.
 * @returns undefined for a lead without a phone number
 * @throws Problem `invalid_parameter` for a chosen number that is not the lead's
 */
export function phoneOfLead(
  context: RequestContext,
  lead: LeadRecord,
  chosen: string | undefined,
): string | undefined {
  if (chosen === undefined || findablePhones(lead).includes(chosen))
    return chosen ?? lastPhoneOf(context, lead);
  const detail = 'The lead does not have this number.';
  throw problemOfFaults([{ pointer: '/phone', code: 'invalid_parameter', detail }]);
}

/**
 * Returns the number of a lead to write to.
 * @throws Problem `opted_out`; `destination_not_allowed`; `identifier_required` for a lead without a phone number;
 *   `invalid_parameter` for a chosen number that is not the lead's
 */
export function requireRecipient(
  context: WriteContext,
  lead: LeadRecord,
  chosen: string | undefined,
): string {
  const phone = phoneOfLead(context, lead, chosen);
  if (phone === undefined)
    throw new Problem('identifier_required', 'The lead has no phone number to write to.');
  const reason = reasonForNoTexts(context.database, phone);
  if (reason !== undefined) throw new Problem('opted_out', reason);
  requireDestination(context, phone);
  return phone;
}

/**
 * Chooses the number, and the carrier that has it: the number that the person last wrote to, else called or saw, else the user's
 * tracking number, else the company's first.
 * @throws Problem `invalid_parameter` for a chosen number that is not the company's, and if it has none
 */
export function senderFor(
  context: RequestContext,
  { lead, phone, chosen }: { lead: LeadRecord; phone: string; chosen: string | undefined },
): { number: string; carrier: string } {
  const book = openPhoneBook(context);
  const formerly = [MESSAGES.lastWith(context.database, phone), ...knownNumbers(context, lead, phone)];
  // The company may have given a number back since.
  const last = formerly.find((each) => each !== undefined && book.numbers.has(each.number));
  const number = chosen ?? last?.number ?? numbersToShow(context)[0];
  const refuse = (detail: string): Problem =>
    problemOfFaults([{ pointer: '/number', code: 'invalid_parameter', detail }]);
  if (number === undefined) throw refuse('The company has no tracking number to write from.');
  if (!book.numbers.has(number)) throw refuse('The number is not one of the company.');
  const carriers = book.book.carriers.map(({ carrier }): string => carrier);
  const known = accountOfNumber(context, number)?.carrier ?? last?.carrier;
  const carrier = carriers.find((each) => each === known) ?? carriers[0];
  if (carrier === undefined) throw refuse('The call settings name no carrier to send it.');
  return { number, carrier };
}

/** Returns the number of the last call, of the last message and of the page of the lead's last form, the latest first. */
export function knownNumbers(
  { database }: RequestContext,
  { leadNumber }: LeadRecord,
  phone: string,
): KnownNumber[] {
  const call = CALLS.lastWith(database, phone);
  const message = MESSAGES.lastWith(database, phone);
  const known: (KnownNumber | undefined)[] = [
    call && { number: call.number, time: call.startedTime, carrier: call.carrier },
    message && { number: message.number, time: message.sentTime, carrier: message.carrier },
    lastShownNumber(database, leadNumber),
  ];
  return known.filter((each) => each !== undefined).toSorted((a, b) => b.time - a.time);
}

/** Returns the numbers for somebody who knows none: the acting user's own tracking number, then the company's. */
export function numbersToShow(context: RequestContext): string[] {
  const { numbers } = openPhoneBook(context);
  const own = findUserOnce(context, userOf(context.actor)?.userId ?? '')?.trackingNumber ?? '';
  return [own, ...numbers.keys()].filter((number) => numbers.get(number)?.isTracking === true);
}

/**
 * Refuses numbers that the company does not write to.
 * @throws Problem `destination_not_allowed` for satellites, premium numbers and other countries than the company's
 */
export function requireDestination(context: WriteContext, phone: string): void {
  const detail = faultOfDestination(phone, countriesOf(context));
  if (detail === undefined) return;
  throw new Problem('destination_not_allowed', detail, { members: { countries: countriesOf(context) } });
}

/**
 * Counts a message that somebody writes to a lead.
 * @param writer `user:<id>`, `key:<id>` or `system:<name>`
 * @throws Problem `rate_limited` with `Retry-After` after too many in this hour
 */
export function countMessage(
  context: WriteContext,
  leadId: string,
  writer: string = writerOf(context),
): void {
  const { outgoing } = settingsOf(context).options();
  const bounds = [
    { scope: `lead:${leadId}`, limit: outgoing.texts_per_lead, whose: 'to this lead' },
    { scope: writer, limit: outgoing.texts_per_user, whose: 'by one user' },
    { scope: 'company', limit: outgoing.texts_per_company, whose: 'of the company' },
  ];
  countWithin(
    context,
    bounds.map(({ scope, limit, whose }) => {
      const detail = `At most ${limit} texts ${whose} in an hour (the option outgoing); wait before the next one.`;
      return { scope, limit, detail };
    }),
  );
}

/** Returns who writes: the user, also with a key. */
function writerOf({ actor }: RequestContext): string {
  return userOf(actor) === undefined ? actorId(actor) : createdBy(actor);
}

/**
 * Counts an automatic reply. Replies have a bound of their own, so that nobody outside can use up the company's
 * messages.
 * @returns false for a number that the company does not write to, and after too many in this hour
 */
export function mayReply(context: WriteContext, phone: string): boolean {
  return mayGoOut(context, phone, 'replies');
}

/**
 * Counts a message to one of the company's own people.
 * @returns false for a number that the company does not write to, and after too many in this hour
 */
export function mayNotify(context: WriteContext, phone: string): boolean {
  return mayGoOut(context, phone, 'notices');
}

/**
 * Counts a text after a missed call.
 * @returns false for a number that the company does not write to, and after too many in this hour
 */
export function mayTextBack(context: WriteContext, phone: string): boolean {
  return mayGoOut(context, phone, 'text backs');
}

/** Counts an automatic message. Each kind has a bound of its own. */
function mayGoOut(context: WriteContext, phone: string, scope: string): boolean {
  if (faultOfDestination(phone, countriesOf(context)) !== undefined) return false;
  const limit = settingsOf(context).options().outgoing.texts_per_company;
  if (waitOf(context, { scope, limit }) !== undefined) return false;
  countOne(context, scope);
  return true;
}

function countriesOf(context: WriteContext): readonly string[] {
  const { default_region: region, outgoing } = settingsOf(context).options();
  return outgoing.countries ?? [region];
}

/** Returns the number of a lead that wrote last, else the one that called last, else the first. Numbers of merged leads count too. */
function lastPhoneOf({ database }: RequestContext, lead: LeadRecord): string | undefined {
  const phones = findablePhones(lead);
  const last = (timeOf: (phone: string) => number | undefined): string | undefined =>
    phones
      .flatMap((phone) => {
        const time = timeOf(phone);
        return time === undefined ? [] : [{ phone, time }];
      })
      .sort((left, right) => right.time - left.time)[0]?.phone;
  return (
    last((phone) => lastWrittenTime(database, phone)) ??
    last((phone) => CALLS.lastWith(database, phone)?.startedTime) ??
    lead.phones[0]?.phone
  );
}
