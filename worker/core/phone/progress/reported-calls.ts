/** Calls that another phone system handled and tells of. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import { readSentPhone } from '../../../shared/contact/phone-numbers.ts';
import { continueCall, leadOfNewCall, startCall } from './calls.ts';
import { findCarrierCall, refuseErased } from '../calls/call-store.ts';
import type { CallFacts, Statement } from '../calls/call-report.ts';
import type { CallRecord, ToldCall } from '../calls/schema.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** How far the clock of another system may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The name under which such systems keep their ids. */
export const OTHER_CARRIER = 'other';

/**
 * Saves a call as another system tells it; the same `carrier_call_id` again says what is known better.
 * @throws Problem for a number that is not the company's, a beginning in the future, times in the wrong order and an address
 *   that is not public
 */
export function tellCall(context: WriteContext, told: ToldCall, addresses: AddressRules): CallRecord {
  const known = findCarrierCall(context.database, OTHER_CARRIER, told.carrier_call_id);
  const statement = known === undefined ? statementOf(told) : mergedStatement(known, told);
  refuseFaults([...faultsOf(context, told, addresses), ...faultsOfOrder(told, statement)]);
  if (known !== undefined) {
    return continueCall(context, known, {
      ...known.facts,
      startedTime: told.started_at,
      statement,
      ...nameOf(told),
    });
  }
  refuseErased(context.database, { kind: 'call', carrier: OTHER_CARRIER, carrierId: told.carrier_call_id });
  const facts: CallFacts = {
    startedTime: told.started_at,
    terms: { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 0 },
    ...nameOf(told),
    legs: {},
    turns: {},
    statement,
  };
  const { number, direction = 'inbound', carrier_call_id: carrierCallId } = told;
  const caller = callerOf(context, told.from ?? null);
  // Whoever the other system has blocked makes no lead.
  const lead =
    statement.outcome === 'blocked'
      ? undefined
      : leadOfNewCall(context, { number, caller, name: facts.callerName });
  return startCall(
    context,
    { carrier: OTHER_CARRIER, carrierCallId, direction, number, caller, facts },
    lead,
  );
}

function faultsOf(context: WriteContext, told: ToldCall, addresses: AddressRules): Fault[] {
  const faults: Fault[] = [];
  const refuse = (pointer: string, detail: string): void =>
    void faults.push({ pointer, code: 'invalid_parameter', detail });
  if (!openPhoneBook(context).numbers.has(told.number)) {
    refuse(
      '/number',
      'The number is not one of the company; put it in the DNI settings or in unlisted_numbers.',
    );
  }
  if (told.started_at > context.now + CLOCK_TOLERANCE_MS) {
    refuse('/started_at', 'The call is still to come; say when it began, with the right offset from GMT.');
  }
  const { recording_url: recording } = told;
  const fault =
    recording === null || recording === undefined ? undefined : faultOfAddress(recording, addresses);
  if (fault !== undefined) refuse('/recording_url', fault);
  return faults;
}

/** The caller in E.164; null for a text that is no number, which stands for a withheld one. */
function callerOf(context: WriteContext, from: string | null): string | null {
  if (from === null) return null;
  return readSentPhone(from, settingsOf(context).options().default_region) ?? null;
}

function nameOf({ caller_name: name }: ToldCall): { callerName?: string } {
  return name === null || name === undefined || name.trim() === '' ? {} : { callerName: name.trim() };
}

function statementOf(told: ToldCall): Statement {
  return {
    ...given('ringSeconds', told.ring_seconds),
    ...given('answeredTime', told.answered_at),
    ...given('talkSeconds', told.talk_seconds),
    ...given('endedTime', told.ended_at),
    ...(told.outcome === undefined ? {} : { outcome: told.outcome }),
    ...given('recordingUrl', told.recording_url),
  };
}

/** What is known, and told better; that it goes on is no news of a call that is over. */
function mergedStatement({ outcome: ended, facts }: CallRecord, told: ToldCall): Statement {
  const { outcome: before, ...known } = facts.statement ?? {};
  const { outcome: after, ...news } = statementOf(told);
  const isOver = ended !== null;
  const outcome = after === undefined || (after === null && isOver) ? (before ?? undefined) : after;
  return { ...known, ...news, ...(outcome === undefined ? {} : { outcome }) };
}

/** A call begins, is answered and ends in this order; of times in the same second some may be without its fractions. */
function faultsOfOrder(told: ToldCall, { answeredTime, endedTime }: Statement): Fault[] {
  const second = (time: number): number => Math.floor(time / 1000);
  const isBefore = (time: number | undefined, start: number): boolean =>
    time !== undefined && second(time) < second(start);
  const fault = (pointer: string, detail: string): Fault => ({ pointer, code: 'invalid_parameter', detail });
  return [
    ...(isBefore(answeredTime, told.started_at)
      ? [
          fault(
            '/answered_at',
            'The call is answered before it begins; answered_at is not before started_at.',
          ),
        ]
      : []),
    ...(isBefore(endedTime, answeredTime ?? told.started_at) || isBefore(endedTime, told.started_at)
      ? [
          fault(
            '/ended_at',
            'The call ends before it begins or is answered; ended_at is the last of its times.',
          ),
        ]
      : []),
  ];
}

function given<Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): { [member in Name]?: Value } {
  return (value === null || value === undefined ? {} : { [name]: value }) as { [member in Name]?: Value };
}
