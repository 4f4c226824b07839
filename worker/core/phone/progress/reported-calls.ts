/** Saves the reports of other phone systems on their calls. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { onlyKnown } from '../../../shared/http/input.ts';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import { readSentPhone } from '../../../shared/contact/phone-numbers.ts';
import { leadOfCaller } from './call-leads.ts';
import { continueCall, startCall } from './calls.ts';
import { CALLS, refuseErased } from '../calls/call-store.ts';
import type { CallReport, SystemReport } from '../calls/call-report.ts';
import type { CallRecord, ReportedCall } from '../calls/schema.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** How far another system's clock may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The carrier name of calls from other phone systems. */
export const OTHER_CARRIER = 'other';

/**
 * Saves another system's report on a call. A further report with the same `carrier_call_id` updates it.
 * @throws Problem for a number that is not the company's, a beginning in the future, times in the wrong order and an
 *   address that is not public
 */
export function saveReportedCall(
  context: WriteContext,
  reported: ReportedCall,
  addresses: AddressRules,
): CallRecord {
  const known = CALLS.ofCarrier(context.database, OTHER_CARRIER, reported.carrier_call_id);
  const systemReport = known === undefined ? systemReportOf(reported) : mergedReports(known, reported);
  refuseFaults([...faultsOf(context, reported, addresses), ...faultsOfOrder(reported, systemReport)]);
  if (known !== undefined) {
    return continueCall(context, known, {
      ...known.report,
      startedTime: reported.started_at,
      systemReport,
      ...nameOf(reported),
    });
  }
  refuseErased(context.database, {
    kind: 'call',
    carrier: OTHER_CARRIER,
    carrierId: reported.carrier_call_id,
  });
  const report: CallReport = {
    startedTime: reported.started_at,
    terms: { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 0 },
    ...nameOf(reported),
    legs: {},
    turns: {},
    systemReport,
  };
  const { number, direction = 'inbound', carrier_call_id: carrierCallId } = reported;
  const caller = callerOf(context, reported.from ?? null);
  // A caller whom the other system has blocked makes no lead.
  const lead =
    systemReport.outcome === 'blocked'
      ? undefined
      : leadOfCaller(context, openPhoneBook(context), { number, phone: caller, name: report.callerName });
  return startCall(
    context,
    { carrier: OTHER_CARRIER, carrierCallId, direction, number, caller, report },
    lead,
  );
}

function faultsOf(context: WriteContext, reported: ReportedCall, addresses: AddressRules): Fault[] {
  const faults: Fault[] = [];
  const refuse = (pointer: string, detail: string): void =>
    void faults.push({ pointer, code: 'invalid_parameter', detail });
  if (!openPhoneBook(context).numbers.has(reported.number)) {
    refuse(
      '/number',
      'The number is not one of the company; put it in the DNI settings or in unlisted_numbers.',
    );
  }
  if (reported.started_at > context.now + CLOCK_TOLERANCE_MS) {
    refuse('/started_at', 'The call is still to come; say when it began, with the right offset from GMT.');
  }
  const { recording_url: recording } = reported;
  const fault =
    recording === null || recording === undefined ? undefined : faultOfAddress(recording, addresses);
  if (fault !== undefined) refuse('/recording_url', fault);
  return faults;
}

/** Reads the caller in E.164; null for anything that is no number, which means withheld. */
function callerOf(context: WriteContext, from: string | null): string | null {
  if (from === null) return null;
  return readSentPhone(from, settingsOf(context).options().default_region) ?? null;
}

function nameOf({ caller_name: name }: ReportedCall): { callerName?: string } {
  return name === null || name === undefined || name.trim() === '' ? {} : { callerName: name.trim() };
}

function systemReportOf(reported: ReportedCall): SystemReport {
  return onlyKnown({
    ringSeconds: reported.ring_seconds ?? undefined,
    answeredTime: reported.answered_at ?? undefined,
    talkSeconds: reported.talk_seconds ?? undefined,
    endedTime: reported.ended_at ?? undefined,
    outcome: reported.outcome,
    recordingUrl: reported.recording_url ?? undefined,
  });
}

/** Merges a newer report of the other system. A report that the call goes on does not reopen one that is over. */
function mergedReports({ outcome: ended, report }: CallRecord, reported: ReportedCall): SystemReport {
  const { outcome: before, ...former } = report.systemReport ?? {};
  const { outcome: after, ...news } = systemReportOf(reported);
  const isOver = ended !== null;
  const outcome = after === undefined || (after === null && isOver) ? (before ?? undefined) : after;
  return { ...former, ...news, ...onlyKnown({ outcome }) };
}

/** Checks the order of start, answer and end. Times within the same second may lack fractions. */
function faultsOfOrder(reported: ReportedCall, { answeredTime, endedTime }: SystemReport): Fault[] {
  const second = (time: number): number => Math.floor(time / 1000);
  const isBefore = (time: number | undefined, start: number): boolean =>
    time !== undefined && second(time) < second(start);
  const { started_at: start } = reported;
  const faults: Fault[] = [];
  const refuse = (pointer: string, detail: string): void =>
    void faults.push({ pointer, code: 'invalid_parameter', detail });
  if (isBefore(answeredTime, start)) {
    refuse('/answered_at', 'The call is answered before it begins; answered_at is not before started_at.');
  }
  if (isBefore(endedTime, answeredTime ?? start) || isBefore(endedTime, start)) {
    refuse('/ended_at', 'The call ends before it begins or is answered; ended_at is the last of its times.');
  }
  return faults;
}
