/** Saves the reports of carriers and other systems on messages. Runs in the company's object. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { readSentPhone } from '../../../shared/contact/phone-numbers.ts';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import { refusalOf, rememberAccount } from '../accounts/carrier-accounts.ts';
import { eraseMedia } from '../carriers/carrier-erasures.ts';
import { refuseErased, wasErased } from '../calls/call-store.ts';
import { OTHER_CARRIER } from '../progress/reported-calls.ts';
import { codeOf, saveRefusal } from './consequences.ts';
import {
  type CarrierMessage,
  type CarrierMessageAnswer,
  MAX_MESSAGE_LENGTH,
  type MessageRecord,
  type ReportedMessage,
} from './schema.ts';
import { MESSAGES } from './message-store.ts';
import { continueMessage, isProgress, receiveMessage } from './messages.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Saves a carrier's report on a message. */
export function handleCarrierMessage(company: CompanyContext, report: CarrierMessage): CarrierMessageAnswer {
  const refusal = refusalOf(openPhoneBook(company), {
    carrier: report.carrier,
    accountId: report.accountId,
    number: report.kind === 'received' ? report.number : undefined,
  });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  return commit(company, contextOfActor(company, { kind: 'system', name: report.carrier }), (context) => {
    if (report.kind === 'status') return saveStatus(context, report);
    if (dropErased(context, report)) return { outcome: 'kept' };
    const { carrier, accountId, number } = report;
    if (accountId !== undefined) rememberAccount(context.database, { number, carrier, accountId });
    const message = report.message.slice(0, MAX_MESSAGE_LENGTH);
    const { reply } = receiveMessage(context, { ...report, message, sentTime: context.now });
    if (reply === undefined) return { outcome: 'kept' };
    return { outcome: 'kept', reply: { messageId: reply.messageId, message: reply.message } };
  });
}

/**
 * Saves a message that came to another system.
 * @throws Problem for a number that is not the company's, and for addresses of media that are not public
 */
export function saveReportedMessage(
  context: WriteContext,
  reported: ReportedMessage,
  addresses: AddressRules,
): MessageRecord {
  const faults: Fault[] = reported.media.flatMap(({ url }, index): Fault[] => {
    const detail = faultOfAddress(url, addresses);
    return detail === undefined
      ? []
      : [{ pointer: `/media/${index}/url`, code: 'invalid_parameter', detail }];
  });
  if (!openPhoneBook(context).numbers.has(reported.number)) {
    const detail = 'The number is not one of the company; put it in the DNI settings or in unlisted_numbers.';
    faults.push({ pointer: '/number', code: 'invalid_parameter', detail });
  }
  refuseFaults(faults);
  const { carrier_text_id: carrierId } = reported;
  if (MESSAGES.ofCarrier(context.database, OTHER_CARRIER, carrierId) === undefined) {
    refuseErased(context.database, { kind: 'text', carrier: OTHER_CARRIER, carrierId });
  }
  const { record } = receiveMessage(context, {
    carrier: OTHER_CARRIER,
    carrierMessageId: reported.carrier_text_id,
    number: reported.number,
    from: readSentPhone(reported.from ?? '', settingsOf(context).options().default_region) ?? null,
    message: reported.message,
    media: reported.media.map(({ url, content_type: contentType }) => ({ url, contentType })),
    sentTime: Math.min(reported.sent_at ?? context.now, context.now),
  });
  return record;
}

/** Has the carrier delete the files of an erased message that comes again. @returns whether the message was erased */
function dropErased(
  context: WriteContext,
  { carrier, carrierMessageId, media }: Extract<CarrierMessage, { kind: 'received' }>,
): boolean {
  if (MESSAGES.ofCarrier(context.database, carrier, carrierMessageId) !== undefined) return false;
  if (!wasErased(context.database, { kind: 'text', carrier, carrierId: carrierMessageId })) return false;
  eraseMedia(context, carrier, media);
  return true;
}

function saveStatus(
  context: WriteContext,
  { carrier, carrierMessageId, status, error, messageId }: Extract<CarrierMessage, { kind: 'status' }>,
): CarrierMessageAnswer {
  // A status may arrive before the answer with the carrier's id.
  const named = messageId === undefined ? undefined : MESSAGES.find(context.database, messageId)?.record;
  const known = named ?? MESSAGES.ofCarrier(context.database, carrier, carrierMessageId);
  if (known?.carrier === carrier && known.direction === 'outbound' && isProgress(known.status, status)) {
    saveRefusal(context, known.phone, codeOf(error ?? null));
    continueMessage(context, known, {
      carrierMessageId,
      status,
      nextAttemptTime: null,
      error: error ?? null,
    });
  }
  return { outcome: 'kept' };
}
