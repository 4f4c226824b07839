/** The body with which a browser asks for pushed notifications. */
import * as v from 'valibot';
import { isPoint } from './curve.ts';

/** Longest address; those of known push services have some hundred characters. */
const MAX_ENDPOINT = 1_000;
const MAX_NAME = 100;

/** The body of `POST .../notifications/devices`: the members of `PushSubscription.toJSON()`, and a name for the browser. */
export const newDeviceSchema = v.strictObject({
  endpoint: v.pipe(v.string(), v.maxCodePoints(MAX_ENDPOINT)),
  keys: v.strictObject({
    p256dh: v.pipe(
      v.string(),
      v.regex(/^B[\w-]{86}=?$/, 'Write an uncompressed point of P-256 in base64url.'),
      v.check(isPoint, 'Write an uncompressed point of P-256 in base64url.'),
    ),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}(?:==)?$/, 'Write 16 bytes in base64url.')),
  }),
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_NAME)), ''),
});
export type NewDeviceInput = v.InferOutput<typeof newDeviceSchema>;
