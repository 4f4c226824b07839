/**
 * Sends scheduled texts when they are due. What becomes of one is decided in the transaction that saves the message, so a kill neither
 * loses nor doubles it.
 */
import { commit } from '../../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import { writeMoment } from '../../../engine/times/moments.ts';
import { findLeadByNumber } from '../../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../../leads/record/schema.ts';
import { wakeAtDueTime } from '../../../leads/reminders/reminders.ts';
import { commitEvent } from '../../../leads/timeline/events.ts';
import { hasHeardSince } from '../../../leads/timeline/happened.ts';
import type { EventRecord } from '../../../leads/timeline/schema.ts';
import { findUserOnce } from '../../../people/users/users.ts';
import { Problem } from '../../../../shared/http/problems.ts';
import { originOfNumber } from '../../accounts/carrier-accounts.ts';
import { lastCallsWith } from '../../calls/call-store.ts';
import { openPhoneBook } from '../../ringing/company-phone-book.ts';
import { lastMessagesWith } from '../message-store.ts';
import { type NewOutgoing, queueMessage } from '../messages.ts';
import { countMessage, requireRecipient, senderFor } from '../outgoing-messages.ts';
import { changeText, dueTexts, nextDueTime, textOf } from './scheduled-texts.ts';

const ACTOR = { kind: 'system', name: 'scheduled texts' } as const;
/** How late a text may be, for instance after an outage. Later, its words may not fit any more. */
const MOST_LATE_MS = 60 * 60_000;
const AT_A_TIME = 20;

/** Sends the texts that are due. */
export const sendingScheduledTexts: BackgroundTask = {
  kind: 'scheduled texts',
  nextTime: ({ database }) => nextDueTime(database),
  run: async (company) => {
    commit(company, contextOfActor(company, ACTOR), (context) => {
      for (const event of dueTexts(context, AT_A_TIME)) settle(context, event);
    });
    await company.giveWay();
  },
};

/** Sends a text that is due, cancels it, has it wait, or has somebody reminded that it was not sent. */
function settle(context: WriteContext, event: EventRecord): void {
  const lead = findLeadByNumber(context.database, event.leadNumber);
  const reason = lead === undefined ? 'The lead was removed.' : reasonAgainst(context, event);
  if (lead === undefined || reason !== undefined) {
    fail(context, event, reason ?? '');
    return;
  }
  if (textOf(event).unless_contact && hadContact(context, lead, event)) {
    changeText(context, event, { state: 'cancelled', reason: 'They were in contact before it was due.' });
    return;
  }
  const outgoing = outgoingOf(context, lead, event);
  if (outgoing instanceof Problem) {
    const { code, message, headers } = outgoing;
    if (code === 'rate_limited') postpone(context, event, Number(headers['Retry-After']));
    else fail(context, event, message);
    return;
  }
  const { messageId } = queueMessage(context, lead, outgoing, event.createdBy);
  changeText(context, event, { state: 'sent', text_id: messageId });
}

/** Returns why a text is not sent any more, whoever it is to; undefined if nothing is against it. */
function reasonAgainst(context: RequestContext, event: EventRecord): string | undefined {
  const late = context.now - Date.parse(textOf(event).send_time);
  if (late > MOST_LATE_MS) return 'It could not be sent in time.';
  const [kind, userId = ''] = event.createdBy.split(':');
  const user = kind === 'user' ? findUserOnce(context, userId) : undefined;
  const isGone = kind === 'user' && (user === undefined || user.isSuspended || user.roleId === 'viewer');
  return isGone ? 'Who wrote it may not send texts any more.' : undefined;
}

/** Tells whether the person called, wrote or sent a form since the text was planned last, or somebody talked with them. */
function hadContact({ database }: RequestContext, lead: LeadRecord, event: EventRecord): boolean {
  const { phone, planned_time: planned } = textOf(event);
  const since = Date.parse(planned);
  return (
    hasHeardSince(database, lead.leadNumber, since) ||
    lastCallsWith(database, phone).some(
      ({ startedTime, direction, outcome }) =>
        startedTime > since && (direction === 'inbound' || outcome === 'answered'),
    ) ||
    lastMessagesWith(database, phone).some(
      ({ sentTime, direction }) => sentTime > since && direction === 'inbound',
    )
  );
}

/** Returns what goes out, and counts it; or why it may not. */
function outgoingOf(context: WriteContext, lead: LeadRecord, event: EventRecord): NewOutgoing | Problem {
  const { message, phone: to, number: wanted } = textOf(event);
  try {
    const phone = requireRecipient(context, lead, to);
    // The company may have given the number back.
    const chosen = openPhoneBook(context).numbers.has(wanted) ? wanted : undefined;
    const { number, carrier } = senderFor(context, { lead, phone, chosen });
    countMessage(context, lead.leadId, event.createdBy);
    const origin = originOfNumber(context.database, number);
    return { carrier, number, phone, message, origin, missedCallId: null };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Has a text tried later, since too many go out in this hour. */
function postpone(context: WriteContext, event: EventRecord, waitSeconds: number): void {
  const time = context.now + waitSeconds * 1_000;
  changeText(context, event, { due_time: writeMoment(time) });
  context.wakeBy(time);
}

/** Says on the timeline why a text was not sent, and sets a reminder for whoever the lead belongs to, else for the writer. */
function fail(context: WriteContext, event: EventRecord, reason: string): void {
  changeText(context, event, { state: 'failed', reason });
  const lead = findLeadByNumber(context.database, event.leadNumber);
  if (lead === undefined) return;
  const message = `A scheduled text was not sent: ${reason}`;
  const data = { message, state: 'open', due_time: writeMoment(context.now) };
  commitEvent(context, lead, { type: 'reminder', data, createdBy: event.createdBy });
  wakeAtDueTime(context, data);
}
