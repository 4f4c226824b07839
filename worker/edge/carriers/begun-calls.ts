/**
 * Calls that the edge answered by itself. Their data is encrypted into the webhook addresses in its answer, so that the next
 * request tells the company's Durable Object, which does not know the call, who called whom and when.
 */
import type { CarrierEvent } from '../../core/phone/interface.ts';
import type { Env } from '../../env.ts';
import { seal, unseal } from '../../shared/secrets/sealing.ts';

const PURPOSE = 'begun call';
/** Separates the carrier's id of a call from the encrypted data. Encoded ids do not contain it. */
const SEPARATOR = '~';
/** Carriers end a call after 4 hours. */
const LONGEST_CALL_MS = 5 * 60 * 60_000;

/** The data of such a call: who called whom, and when. */
export type BegunCall = Pick<CarrierEvent, 'number' | 'from' | 'hidesCaller' | 'callerName'> & {
  /** Milliseconds since the epoch. */
  startedTime: number;
};

/** Identifies a call. */
interface CallKey {
  companyId: string;
  carrierCallId: string;
}

/** Returns the name of a call in webhook addresses: the carrier's id, with the encrypted data if the edge answered the call. */
export async function nameOfCall(env: Env, key: CallKey, begun: BegunCall | undefined): Promise<string> {
  const { OPERATOR_TOKEN: secret = '' } = env;
  const id = encodeURIComponent(key.carrierCallId);
  if (begun === undefined || secret === '') return id;
  const sealed = await seal(JSON.stringify({ ...key, ...begun }), secret, PURPOSE);
  return id + SEPARATOR + Buffer.from(sealed).toString('base64url');
}

/** Decrypts the data in the name of a call; undefined when there is none, or it is not for this call. */
export async function begunCallOf(
  env: Env,
  { companyId, carrierCallId }: CallKey,
  { name, now }: { name: string; now: number },
): Promise<BegunCall | undefined> {
  const { OPERATOR_TOKEN: secret = '' } = env;
  const at = name.lastIndexOf(SEPARATOR);
  if (at < 0 || secret === '') return undefined;
  const sealed = new Uint8Array(Buffer.from(name.slice(at + 1), 'base64url')).buffer;
  const text = await unseal(sealed, secret, PURPOSE);
  if (text === undefined) return undefined;
  const { companyId: company, carrierCallId: id, ...begun } = JSON.parse(text) as CallKey & BegunCall;
  const isOld = begun.startedTime < now - LONGEST_CALL_MS;
  return company === companyId && id === carrierCallId && !isOld ? begun : undefined;
}
