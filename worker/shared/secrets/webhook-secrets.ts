/** Checks and makes webhook secrets (Standard Webhooks, "Signature scheme"): `whsec_` and the base64 of 24 to 64 bytes. */
import * as v from 'valibot';

const MIN_BYTES = 24;
const MAX_BYTES = 64;
const MADE_BYTES = 32;

/** A secret chosen by the user. */
export const secretSchema = v.pipe(
  v.string(),
  v.check(
    isWebhookSecret,
    `Write whsec_ and the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes, or leave it out to get one.`,
  ),
);

/** Makes a random secret. */
export function makeWebhookSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(MADE_BYTES))).toString('base64')}`;
}

function isWebhookSecret(text: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  if (encoded === undefined) return false;
  const { length } = Buffer.from(encoded, 'base64');
  return length >= MIN_BYTES && length <= MAX_BYTES;
}
