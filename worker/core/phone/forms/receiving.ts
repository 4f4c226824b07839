/** Saves forms: the record, its lead and its event on the timeline, in one transaction. */
import { answerText } from '../../../dni/pure/form-answers.ts';
import type { FormReport } from '../../../dni/reports/form-report.ts';
import { newId } from '../../../shared/http/ids.ts';
import { onlyKnown } from '../../../shared/http/input.ts';
import { byTouch } from '../../attribution/attribution.ts';
import { branchOfNumber } from '../../company/dni/saved-settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { notifyOfContact } from '../../leads/record/lead-notifications.ts';
import { remindToAnswer } from '../../leads/reminders/unanswered.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { commitEvent, commitTimes, setEventData } from '../../leads/timeline/events.ts';
import type { EventData } from '../../leads/timeline/schema.ts';
import { showVisit } from '../progress/timeline-visits.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { correctLead, leadOfForm } from './form-leads.ts';
import { deleteForm, FORMS, findSubmission, insertForm, lastFormOf, updateForm } from './form-store.ts';
import { readForm } from './reading.ts';
import type { FormContent, FormRecord } from './schema.ts';
import { spamReasons } from './spam.ts';

/** A form that comes again within this time is the same one. */
const SAME_MS = 10 * 60_000;

/** Saves a form. One that comes again, corrected or not, changes the former one. */
export function saveForm(context: WriteContext, report: FormReport, isFlood: boolean): void {
  const content = readForm(report.fields, settingsOf(context).options().default_region);
  const { phone } = content;
  const isBlocked = phone !== undefined && openPhoneBook(context).isBlocked(phone);
  const spam = spamReasons(report, content, { isFlood, isBlocked });
  const form = { report, content, spam };
  const since = context.now - SAME_MS;
  const known = findSubmission(context.database, report.submissionId, since);
  if (known !== undefined) return repeat(context, known, form);
  const record = recordOf(context, form);
  insertForm(context.database, record);
  if (content.email !== undefined || phone !== undefined) addToTimeline(context, record, form);
}

/** A form as it came. */
interface Received {
  report: FormReport;
  content: FormContent;
  spam: FormRecord['spam'];
}

function recordOf({ now }: WriteContext, { report, spam }: Received): FormRecord {
  return {
    formId: newId(now),
    submissionId: report.submissionId,
    form: report.form,
    page: report.page,
    source: report.source,
    sentTime: now,
    modificationTime: now,
    isConfirmed: report.isConfirmed,
    spam,
    madeLead: false,
    eventId: null,
    visitId: null,
    attribution: null,
    number: report.number,
  };
}

/** Saves a form that came before. */
function repeat(context: WriteContext, known: FormRecord, form: Received): void {
  const { email, phone } = form.content;
  if (email === undefined && phone === undefined) return;
  const leadId = FORMS.find(context.database, known.formId)?.leadId ?? undefined;
  const lead = leadId === undefined ? undefined : findLead(context.database, leadId);
  if (known.eventId === null) addToTimeline(context, { ...known, spam: form.spam }, form);
  else if (lead !== undefined) correct(context, { record: known, lead, eventId: known.eventId }, form);
}

/** Saves a form's lead and its event. */
function addToTimeline(context: WriteContext, before: FormRecord, form: Received): void {
  const { report, content } = form;
  const isSpam = before.spam.length > 0;
  const locationId = branchOfNumber(context, before.number ?? '');
  const { lead, isNew } = leadOfForm(context, content, { source: report.source, isSpam, locationId });
  // Anybody can write a known address into the same form, so only its visit corrects it. The page was loaded again: another id.
  const former = isNew
    ? undefined
    : lastFormOf(context.database, lead.leadNumber, report, context.now - SAME_MS);
  if (former !== undefined && former.eventId !== null) {
    deleteForm(context.database, before.formId);
    return correct(context, { record: former, lead, eventId: former.eventId }, form);
  }
  const record = {
    ...before,
    madeLead: isNew,
    visitId: report.visitId,
    attribution: report.touch && byTouch(report.touch),
  };
  const event = commitEvent(
    context,
    lead,
    {
      type: 'form',
      inbound: true,
      online: true,
      eventTime: record.sentTime,
      data: eventData(record, content),
    },
    { isNewLead: isNew },
  );
  const saved = { ...record, eventId: event.eventId };
  updateForm(context.database, saved);
  if (saved.attribution !== null) {
    const { formId, eventId, sentTime: time, attribution } = saved;
    showVisit(context, lead, { attribution, of: { form_id: formId }, eventId, time });
  }
  announce(context, 'form.received', { record: saved, lead });
  if (!isSpam) tell(context, lead, { record: saved, content });
}

/** Saves the corrections of a form. */
function correct(
  context: WriteContext,
  { record: before, lead: known, eventId }: { record: FormRecord; lead: LeadRecord; eventId: string },
  { report, content, spam }: Received,
): void {
  const isSpam = spam.length > 0;
  const lead = correctLead(context, known, content, { madeLead: before.madeLead, isSpam });
  const isConfirmed = before.isConfirmed || report.isConfirmed;
  const record = { ...before, isConfirmed, spam, modificationTime: context.now };
  updateForm(context.database, record);
  setEventData(context.database, eventId, eventData(record, content));
  commitTimes(context, findLead(context.database, lead.leadId) ?? lead, {
    lastEventTime: lead.lastEventTime,
    change: { type: 'event.changed', eventId },
  });
  announce(context, 'form.changed', { record, lead });
  if (before.spam.length > 0 && !isSpam) tell(context, lead, { record, content });
}

/** Tells somebody of a form, and reminds them until it is answered. */
function tell(
  context: WriteContext,
  lead: LeadRecord,
  { record, content }: { record: FormRecord; content: FormContent },
): void {
  const { formId, number, eventId, sentTime: time } = record;
  const phone = content.phone ?? null;
  const message = 'Answer the form.';
  remindToAnswer(context, lead, { of: { form_id: formId }, eventId, phone, message, time });
  const locationId = branchOfNumber(context, number ?? '');
  const words = content.answers.map(answerText).join('\n');
  const { source, attribution } = record;
  notifyOfContact(
    context,
    { lead, locationId, source, campaign: attribution?.visit?.campaign, words },
    { type: 'form.received', data: { form_id: formId, ...(phone === null ? {} : { phone }) } },
  );
}

/** Returns the data of the event. */
function eventData(
  { formId, form, page, source, spam, isConfirmed, attribution }: FormRecord,
  { email, phone, name, answers }: FormContent,
): EventData {
  return {
    form_id: formId,
    form,
    page,
    source,
    campaign: attribution?.visit?.campaign ?? null,
    confirmed: isConfirmed,
    spam,
    ...onlyKnown({ name, email, phone }),
    answers,
  };
}

/** Reports a form to the stream. */
export function announce(
  context: WriteContext,
  type: 'form.received' | 'form.changed',
  { record, lead }: { record: FormRecord; lead: LeadRecord | undefined },
): void {
  context.emit({
    type,
    ...(lead === undefined ? {} : { leadId: lead.leadId }),
    ...(record.eventId === null ? {} : { eventId: record.eventId }),
    data: { form_id: record.formId, spam: record.spam },
  });
}
