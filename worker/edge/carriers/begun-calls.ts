/**
 * Calls that the edge answered by itself. What it knows of them stands, sealed, in the addresses that its answer gives to the
 * carrier, so that whatever comes back first says who called whom, and since when, to an object that has not heard of the call.
 */
import type { CarrierEvent } from '../../core/phone/interface.ts';
import type { Env } from '../../env.ts';
import { seal, unseal } from '../../shared/secrets/sealing.ts';

const PURPOSE = 'begun call';
/** Stands between the carrier's id of a call and what is sealed; ids are encoded, and no encoded id of a carrier has it. */
const SEPARATOR = '~';
/** Carriers end a call after 4 hours. */
const LONGEST_CALL_MS = 5 * 60 * 60_000;

/** Who called whom, and when. */
export type BegunCall = Pick<CarrierEvent, 'number' | 'from' | 'hidesCaller' | 'callerName'> & {
  /** Milliseconds since the epoch. */
  startedTime: number;
};

/** Whose call it is. */
interface Whose {
  companyId: string;
  carrierCallId: string;
}

/** What an address names a call by: the carrier's id, with what is known of a call that the edge answered. */
export async function nameOfCall(env: Env, whose: Whose, begun: BegunCall | undefined): Promise<string> {
  const { OPERATOR_TOKEN: secret = '' } = env;
  const id = encodeURIComponent(whose.carrierCallId);
  if (begun === undefined || secret === '') return id;
  const sealed = await seal(JSON.stringify({ ...whose, ...begun }), secret, PURPOSE);
  return id + SEPARATOR + Buffer.from(sealed).toString('base64url');
}

/** What the name of a call says of its beginning; undefined where it says nothing, or is none of ours for this call. */
export async function begunCallOf(
  env: Env,
  { companyId, carrierCallId }: Whose,
  { name, now }: { name: string; now: number },
): Promise<BegunCall | undefined> {
  const { OPERATOR_TOKEN: secret = '' } = env;
  const at = name.lastIndexOf(SEPARATOR);
  if (at < 0 || secret === '') return undefined;
  const sealed = new Uint8Array(Buffer.from(name.slice(at + 1), 'base64url')).buffer;
  const text = await unseal(sealed, secret, PURPOSE);
  if (text === undefined) return undefined;
  const { companyId: company, carrierCallId: id, ...begun } = JSON.parse(text) as Whose & BegunCall;
  const isOld = begun.startedTime < now - LONGEST_CALL_MS;
  return company === companyId && id === carrierCallId && !isOld ? begun : undefined;
}
