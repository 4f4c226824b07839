/** What the company's object does with what carriers and other systems tell of texts. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { readSentPhone } from '../../../shared/contact/phone-numbers.ts';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import { eraseMedia } from '../carriers/carrier-erasures.ts';
import { refuseErased, wasErased } from '../calls/call-store.ts';
import { refusalOf } from '../carriers/carrier-lane.ts';
import { OTHER_CARRIER } from '../progress/reported-calls.ts';
import { noteRefusal } from './replies.ts';
import {
  type CarrierText,
  type CarrierTextAnswer,
  MAX_MESSAGE_LENGTH,
  type TextRecord,
  type ToldText,
} from './schema.ts';
import { findCarrierText, findText } from './message-store.ts';
import { continueText, isProgress, receiveText } from './messages.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** Keeps what a carrier tells of a text. */
export function handleCarrierText(company: CompanyContext, text: CarrierText): CarrierTextAnswer {
  const refusal = refusalOf(openPhoneBook(company), {
    carrier: text.carrier,
    accountId: text.accountId,
    number: text.kind === 'received' ? text.number : undefined,
  });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  return commit(company, callBy(company, { kind: 'system', name: text.carrier }), (context) => {
    if (text.kind === 'status') return noteStatus(context, text);
    if (isLate(context, text)) return { outcome: 'kept' };
    const message = text.message.slice(0, MAX_MESSAGE_LENGTH);
    const { reply } = receiveText(context, { ...text, message, sentTime: context.now });
    if (reply === undefined) return { outcome: 'kept' };
    return { outcome: 'kept', reply: { textId: reply.textId, message: reply.message } };
  });
}

/**
 * Saves a text that came to another system.
 * @throws Problem for a number that is not the company's, and for addresses of media that are not public
 */
export function tellText(context: WriteContext, told: ToldText, addresses: AddressRules): TextRecord {
  const faults: Fault[] = told.media.flatMap(({ url }, index): Fault[] => {
    const detail = faultOfAddress(url, addresses);
    return detail === undefined
      ? []
      : [{ pointer: `/media/${index}/url`, code: 'invalid_parameter', detail }];
  });
  if (!openPhoneBook(context).numbers.has(told.number)) {
    const detail = 'The number is not one of the company; put it in the DNI settings or in unlisted_numbers.';
    faults.push({ pointer: '/number', code: 'invalid_parameter', detail });
  }
  refuseFaults(faults);
  const { carrier_text_id: carrierId } = told;
  if (findCarrierText(context.database, OTHER_CARRIER, carrierId) === undefined) {
    refuseErased(context.database, { kind: 'text', carrier: OTHER_CARRIER, carrierId });
  }
  const { record } = receiveText(context, {
    carrier: OTHER_CARRIER,
    carrierTextId: told.carrier_text_id,
    number: told.number,
    from: readSentPhone(told.from ?? '', settingsOf(context).options().default_region) ?? null,
    message: told.message,
    media: told.media.map(({ url, content_type: contentType }) => ({ url, contentType })),
    sentTime: Math.min(told.sent_at ?? context.now, context.now),
  });
  return record;
}

/** Whether the text was erased: then the carrier is to delete what came with it, and nothing is kept. */
function isLate(
  context: WriteContext,
  { carrier, carrierTextId, media }: Extract<CarrierText, { kind: 'received' }>,
): boolean {
  if (findCarrierText(context.database, carrier, carrierTextId) !== undefined) return false;
  if (!wasErased(context.database, { kind: 'text', carrier, carrierId: carrierTextId })) return false;
  eraseMedia(context, carrier, media);
  return true;
}

function noteStatus(
  context: WriteContext,
  { carrier, carrierTextId, status, error, textId }: Extract<CarrierText, { kind: 'status' }>,
): CarrierTextAnswer {
  // What is told may come before the answer that names the carrier's id.
  const named = textId === undefined ? undefined : findText(context.database, textId)?.record;
  const known = named ?? findCarrierText(context.database, carrier, carrierTextId);
  if (known?.carrier === carrier && known.direction === 'outbound' && isProgress(known.status, status)) {
    noteRefusal(context, known.phone, error?.split(':')[0]);
    continueText(context, known, { carrierTextId, status, nextAttemptTime: null, error: error ?? null });
  }
  return { outcome: 'kept' };
}
