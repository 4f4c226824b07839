/** Tells whether somebody who calls is likely no person, by what the company knows of them. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { isValidPhone } from '../../../shared/contact/phone-numbers.ts';
import { findByKeys } from '../../leads/record/lead-store.ts';
import { isKnownToPeople } from '../../leads/timeline/events.ts';
import type { Attestation } from '../calls/carrier-events.ts';
import { lastCallsWith } from '../calls/call-store.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';
import { LIKELY_SPAM, scoreOf, type Suspicion } from '../rules/suspects.ts';

const TEN_MINUTES_MS = 10 * 60_000;
/** Earlier calls count for so long. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;
/** A call that was over sooner rang nobody. */
const SHORT_MS = 6_000;

/** A call that comes in. */
interface NewCaller extends Attestation {
  /** Null when it is withheld. */
  from: string | null;
  number: string;
  treatment: Suspicion['treatment'];
}

/**
 * Returns why a caller is taken for spam; undefined if they are not. It never is a lead that a person
 * or a message of theirs made known, and nobody who was answered, left a voicemail or was called from here.
 */
export function suspicionOf(context: RequestContext, caller: NewCaller): Suspicion | undefined {
  const { from, number, treatment } = caller;
  const { database, now } = context;
  if (from === null || !from.startsWith('+')) return undefined;
  const calls = lastCallsWith(database, from);
  if (calls.some(isOfPerson)) return undefined;
  const leads = findByKeys(database, [from]).map(({ leadNumber }) => leadNumber);
  if (leads.length > 0 && isKnownToPeople(database, leads)) return undefined;
  const recent = calls.filter(({ startedTime }) => startedTime > now - TEN_MINUTES_MS);
  const { score, reasons } = scoreOf({
    ...caller,
    from,
    isPossible: isValidPhone(from),
    numbersCalled: new Set([number, ...recent.map((call) => call.number)]).size,
    shortCalls: calls.filter((call) => call.startedTime > now - REMEMBERED_MS && isShort(call)).length,
  });
  return score < LIKELY_SPAM ? undefined : { score, reasons, treatment };
}

function isOfPerson({ direction, outcome, report }: CallRecord): boolean {
  return (
    direction === 'outbound' ||
    outcome === 'answered' ||
    outcome === 'voicemail' ||
    report.suspicion?.isPerson === true
  );
}

function isShort({ startedTime, report }: CallRecord): boolean {
  const { endedTime } = resultOf(report);
  return endedTime !== null && endedTime - startedTime < SHORT_MS;
}
