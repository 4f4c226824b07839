/**
 * What receivers of REST hooks take, field by field: a JSON object of one level ("REST Hook trigger" of docs.zapier.com, "Instant
 * triggers" of developers.make.com), signed according to Standard Webhooks 1.0.
 */
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { CHANGE_TYPES } from '../../../../../../worker/core/engine/context/stream-schema.ts';

const time = v.pipe(v.string(), v.isoTimestamp());
const value = v.union([v.string(), v.pipe(v.number(), v.finite()), v.boolean(), v.null()]);
const headersSchema = v.looseObject({
  'content-type': v.literal('application/json'),
  'user-agent': v.literal('Leadline'),
  'webhook-id': v.pipe(v.string(), v.uuid()),
  'webhook-timestamp': v.pipe(v.string(), v.regex(/^\d{10}$/)),
  'webhook-signature': v.pipe(v.string(), v.regex(/^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)?$/)),
});
const flatSchema = v.objectWithRest(
  {
    id: v.pipe(v.string(), v.regex(/^(?:\d+|example)$/)),
    type: v.picklist(CHANGE_TYPES),
    timestamp: time,
    actor: v.pipe(v.string(), v.regex(/^(?:user|key|system):./)),
    company_id: v.pipe(v.string(), v.minLength(1)),
  },
  value,
);
export type Flat = v.InferOutput<typeof flatSchema>;

/** Reads a sample. @throws Error for whatever a message may not have */
export function readFlat(body: unknown): Flat {
  return v.parse(flatSchema, body);
}

/** Reads a message. @throws Error for whatever a receiver would refuse, and for a wrong signature */
export function readHook(
  secret: string,
  { headers, body }: { headers: Record<string, unknown>; body: string },
): Flat {
  v.parse(headersSchema, headers);
  return readFlat(new Webhook(secret).verify(body, headers as Record<string, string>));
}
