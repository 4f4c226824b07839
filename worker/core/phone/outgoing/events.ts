/** Saves carriers' events of calls that users placed, and returns the next instructions. Runs in the company's object. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { findUser } from '../../people/users/users.ts';
import { eraseRecordings } from '../carriers/carrier-erasures.ts';
import { saveRequest } from '../carriers/carrier-requests.ts';
import { refusalOf } from '../accounts/carrier-accounts.ts';
import { CALLS } from '../calls/call-store.ts';
import type { OfLead } from '../calls/contact-table.ts';
import type { CarrierAnswer, OutgoingCallEvent } from '../calls/carrier-events.ts';
import type { CallRecord } from '../calls/schema.ts';
import { applyEvent, usersOf } from '../progress/apply-event.ts';
import { continueCall } from '../progress/calls.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { planOutgoing } from './plans.ts';
import { isUnnamed } from './requests.ts';
import { dequeue, setCarrierCallId } from './store.ts';

/** Saves an event in one transaction and returns the next instructions. A call that is gone, or over, ends. */
export function handleOutgoingEvent(company: CompanyContext, event: OutgoingCallEvent): CarrierAnswer {
  const book = openPhoneBook(company);
  const { carrier, accountId, callId, callEvent } = event;
  const refusal = refusalOf(book, { carrier, accountId });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  const context = contextOfActor(company, { kind: 'system', name: carrier });
  const found = CALLS.find(company.database, callId);
  if (found?.record.report.placed === undefined || found.record.carrier !== carrier) {
    // The call was erased. Its recording goes, too.
    if (callEvent.kind === 'recording') {
      commit(company, context, (write) => eraseRecordings(write, carrier, [callEvent]), 'reserve');
    }
    return { outcome: 'planned', instructions: [{ kind: 'hangup' }] };
  }
  const record = commit(company, context, (write) => saveEvent(write, found, event));
  const lead = found.leadId === null ? undefined : findLead(company.database, found.leadId);
  const placer = findUser(company.database, found.record.report.placed.userId);
  const call = { record, name: lead?.name ?? '', callerName: placer?.callerIdName ?? '' };
  return { outcome: 'planned', instructions: planOutgoing(book, call, callEvent) };
}

function saveEvent(
  context: WriteContext,
  { record }: OfLead<CallRecord>,
  event: OutgoingCallEvent,
): CallRecord {
  const { isNew, time } = saveRequest(context, event);
  const named = isUnnamed(record) ? { ...record, carrierCallId: event.carrierCallId } : record;
  if (named !== record) {
    setCarrierCallId(context.database, record.callId, named.carrierCallId);
    // The webhook proves that the carrier has placed the call.
    dequeue(context.database, record.callId);
  }
  if (!isNew) return named;
  const received = { callEvent: event.callEvent, time };
  return continueCall(
    context,
    named,
    applyEvent(named.report, received, usersOf(openPhoneBook(context), named.number, named.startedTime)),
  );
}
