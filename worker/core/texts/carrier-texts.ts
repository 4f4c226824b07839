/** What the company's object does with what carriers and other systems tell of texts. */
import type { WriteCall } from '../call.ts';
import { callBy } from '../api-calls.ts';
import { commit } from '../commit.ts';
import type { CompanyContext } from '../core-app.ts';
import { isE164, readPhone } from '../../phone-numbers.ts';
import { type Fault, refuseFaults } from '../../problems.ts';
import { type AddressRules, faultOfAddress } from '../../public-addresses.ts';
import { eraseMedia } from '../calls/carrier-erasures.ts';
import { refuseErased, wasErased } from '../calls/erased-tellings.ts';
import { refusalOf } from '../calls/refusals.ts';
import { OTHER_CARRIER } from '../calls/told-calls.ts';
import type { CarrierName } from '../calls/settings-schema.ts';
import type { Keyword } from './keywords.ts';
import { noteRefusal } from './replies.ts';
import { type Media, MAX_MESSAGE_LENGTH, type TextRecord, type TextStatus, type ToldText } from './schema.ts';
import { findCarrierText, findText } from './text-store.ts';
import { continueText, isProgress, receiveText } from './texts.ts';
import { phoneBookOf } from '../calls/company-phone-book.ts';
import { settingsOf } from '../settings/settings.ts';

/** What a carrier tells of a text, as its adapter reads it. Plain data: it comes over RPC. */
export type CarrierText = {
  carrier: CarrierName;
  /** Undefined where the carrier does not name it. */ accountId?: string;
  carrierTextId: string;
} & (
  | {
      kind: 'received';
      number: string;
      from: string | null;
      message: string;
      media: Media[];
      handled?: Keyword;
    }
  /** `textId`: our own id, where the carrier was given an address that has it. */
  | { kind: 'status'; status: TextStatus; error?: string; textId?: string }
);

/** What the edge is answered: a message for the person, if there is one. */
export type CarrierTextAnswer =
  | { outcome: 'kept'; reply?: { textId: string; message: string } }
  | { outcome: 'refused'; detail: string };

/** Keeps what a carrier tells of a text. */
export function handleCarrierText(company: CompanyContext, text: CarrierText): CarrierTextAnswer {
  const refusal = refusalOf(phoneBookOf(company).read(), {
    carrier: text.carrier,
    accountId: text.accountId,
    number: text.kind === 'received' ? text.number : undefined,
  });
  if (refusal !== undefined) return { outcome: 'refused', detail: refusal };
  return commit(company, callBy(company, { kind: 'system', name: text.carrier }), (call) => {
    if (text.kind === 'status') return noteStatus(call, text);
    if (isLate(call, text)) return { outcome: 'kept' };
    const message = text.message.slice(0, MAX_MESSAGE_LENGTH);
    const { reply } = receiveText(call, { ...text, message, sentTime: call.now });
    if (reply === undefined) return { outcome: 'kept' };
    return { outcome: 'kept', reply: { textId: reply.textId, message: reply.message } };
  });
}

/**
 * Saves a text that came to another system.
 * @throws Problem for a number that is not the company's, and for addresses of media that are not public
 */
export function tellText(call: WriteCall, told: ToldText, addresses: AddressRules): TextRecord {
  const faults: Fault[] = told.media.flatMap(({ url }, index): Fault[] => {
    const detail = faultOfAddress(url, addresses);
    return detail === undefined
      ? []
      : [{ pointer: `/media/${index}/url`, code: 'invalid_parameter', detail }];
  });
  if (!phoneBookOf(call).read().numbers.has(told.number)) {
    const detail = 'The number is not one of the company; put it in the DNI settings or in unlisted_numbers.';
    faults.push({ pointer: '/number', code: 'invalid_parameter', detail });
  }
  refuseFaults(faults);
  const { carrier_text_id: carrierId } = told;
  if (findCarrierText(call.database, OTHER_CARRIER, carrierId) === undefined) {
    refuseErased(call.database, { kind: 'text', carrier: OTHER_CARRIER, carrierId });
  }
  const phone = readPhone(told.from ?? '', settingsOf(call).options().default_region)?.phone;
  const { record } = receiveText(call, {
    carrier: OTHER_CARRIER,
    carrierTextId: told.carrier_text_id,
    number: told.number,
    from: phone !== undefined && isE164(phone) ? phone : null,
    message: told.message,
    media: told.media.map(({ url, content_type: contentType }) => ({ url, contentType })),
    sentTime: Math.min(told.sent_at ?? call.now, call.now),
  });
  return record;
}

/** Whether the text was erased: then the carrier is to delete what came with it, and nothing is kept. */
function isLate(
  call: WriteCall,
  { carrier, carrierTextId, media }: Extract<CarrierText, { kind: 'received' }>,
): boolean {
  if (findCarrierText(call.database, carrier, carrierTextId) !== undefined) return false;
  if (!wasErased(call.database, { kind: 'text', carrier, carrierId: carrierTextId })) return false;
  eraseMedia(call, carrier, media);
  return true;
}

function noteStatus(
  call: WriteCall,
  { carrier, carrierTextId, status, error, textId }: Extract<CarrierText, { kind: 'status' }>,
): CarrierTextAnswer {
  // What is told may come before the answer that names the carrier's id.
  const named = textId === undefined ? undefined : findText(call.database, textId)?.record;
  const known = named ?? findCarrierText(call.database, carrier, carrierTextId);
  if (known?.carrier === carrier && known.direction === 'outbound' && isProgress(known.status, status)) {
    noteRefusal(call, known.phone, error?.split(':')[0]);
    continueText(call, known, { carrierTextId, status, nextAttemptTime: null, error: error ?? null });
  }
  return { outcome: 'kept' };
}
