/** Reads carriers' webhooks about messages: form fields of Twilio and SignalWire, JSON of Telnyx. Pure. */
import { type CarrierMessage, type Keyword, MAX_MEDIA, type Media } from '../../core/phone/interface.ts';
import type { MessageStatus } from '../../shared/contact/outcomes.ts';
import { isObject } from '../../shared/http/input.ts';
import { type Problem, problemOfFaults } from '../../shared/http/problems.ts';
import { jsonOf } from '../../shared/limits/bounded-text.ts';
import { storable } from '../../shared/http/unstorable-strings.ts';
import { type Fields, readCaller, readNumber } from './readers.ts';
import type { CarrierRequest } from './requests.ts';

/** Carriers' words for the status of a message. */
const STATUSES: ReadonlyMap<string, MessageStatus> = new Map([
  ['sending', 'sending'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['sending_failed', 'failed'],
  ['delivery_failed', 'failed'],
]);

/**
 * Reads a webhook about a message; undefined for an irrelevant one.
 * @throws Problem for a message without an id, which would be stored again when sent again
 */
export function readMessage(
  request: CarrierRequest,
  webhook: 'text' | 'text/status',
): CarrierMessage | undefined {
  const { carrier, fields, region } = request;
  if (carrier === 'telnyx') return readTelnyx(request.body, region);
  const carrierMessageId = fields.given('MessageSid') ?? fields.text('SmsSid');
  const base = { carrier, accountId: fields.text('AccountSid'), carrierMessageId };
  if (carrierMessageId === '') throw withoutId('MessageSid', '/MessageSid');
  if (webhook === 'text/status') {
    const status = STATUSES.get((fields.given('MessageStatus') ?? fields.text('SmsStatus')).toLowerCase());
    const error = fields.given('ErrorCode');
    return status && { ...base, kind: 'status', status, ...(error === undefined ? {} : { error }) };
  }
  const handled = keywordOf(fields.text('OptOutType'));
  return {
    ...base,
    kind: 'received',
    number: readNumber(fields.text('To'), region),
    from: readCaller(fields.text('From'), region),
    message: fields.text('Body'),
    media: mediaOf(fields),
    ...(handled === undefined ? {} : { handled }),
  };
}

function withoutId(name: string, pointer: string): Problem {
  const detail = `${name} is missing. Send the id of the message.`;
  return problemOfFaults([{ pointer, code: 'invalid_parameter', detail }]);
}

function mediaOf(fields: Fields): Media[] {
  return Array.from({ length: Math.min(fields.seconds('NumMedia') ?? 0, MAX_MEDIA) }, (_, index) => ({
    url: fields.text(`MediaUrl${index}`),
    contentType: fields.given(`MediaContentType${index}`) ?? 'application/octet-stream',
  })).filter(({ url }) => url !== '');
}

/** Reads the keyword that Twilio's own opt-out handling has already answered. */
function keywordOf(type: string): Keyword | undefined {
  const keyword = type.toLowerCase();
  return keyword === 'stop' || keyword === 'start' || keyword === 'help' ? keyword : undefined;
}

/** Reads `{data: {event_type, payload}}`; Telnyx answers STOP, START and HELP itself. */
function readTelnyx(body: string, region: string): CarrierMessage | undefined {
  const data = member(jsonOf(body), 'data');
  const payload = member(data, 'payload');
  const carrierMessageId = textAt(payload, 'id');
  if (carrierMessageId === '') throw withoutId('data.payload.id', '/data/payload/id');
  const base = { carrier: 'telnyx', carrierMessageId } as const;
  const [to] = listAt(payload, 'to');
  if (textAt(data, 'event_type') !== 'message.received') {
    const status = STATUSES.get(textAt(to, 'status'));
    const [error] = listAt(payload, 'errors');
    const detail = [textAt(error, 'code'), textAt(error, 'title')].filter((part) => part !== '').join(': ');
    return status && { ...base, kind: 'status', status, ...(detail === '' ? {} : { error: detail }) };
  }
  const media = listAt(payload, 'media').map((each) => ({
    url: textAt(each, 'url'),
    contentType: textAt(each, 'content_type') || 'application/octet-stream',
  }));
  return {
    ...base,
    kind: 'received',
    number: readNumber(textAt(to, 'phone_number'), region),
    from: readCaller(textAt(member(payload, 'from'), 'phone_number'), region),
    message: textAt(payload, 'text'),
    media: media.filter(({ url }) => url !== '').slice(0, MAX_MEDIA),
  };
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function textAt(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? storable(found) : '';
}

function listAt(value: unknown, name: string): unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}
