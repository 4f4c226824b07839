/**
 * The parts of a Telnyx account that have our addresses: a TeXML application for calls and a messaging profile. Each is made once
 * and found again by its name, also when the answer to its making was lost. Parts of others are never changed.
 */
import { isSameAddress } from '../../accounts/addresses.ts';
import { objectIn, textOf } from '../../accounts/found-numbers.ts';
import { listIn, TELNYX_PAGE, type TelnyxEntry } from '../../accounts/telnyx-numbers.ts';
import { type ApiResult, type Ask, type OurAddresses, readAs } from './carrier-market.ts';

/** How our parts are named. The host is in it, so that two deployments with one account do not take each other's part. */
function nameOfParts(companyId: string, { call }: OurAddresses): string {
  return `Leadline ${new URL(call).host} ${companyId}`;
}

/** Returns the id of the TeXML application with our addresses; makes or mends it if it is not as it should be. */
export async function ensureApplication(
  ask: Ask,
  companyId: string,
  addresses: OurAddresses,
): Promise<ApiResult<string>> {
  const name = nameOfParts(companyId, addresses);
  const fields = {
    friendly_name: name,
    active: true,
    voice_url: addresses.call,
    voice_fallback_url: addresses.fallback,
    voice_method: 'post',
    status_callback: addresses.status,
    status_callback_method: 'post',
  };
  const list = await readList(ask, `texml_applications?filter[friendly_name]=${encodeURIComponent(name)}`);
  if (list.kind !== 'done') return list;
  const found = oldestNamed(list.value, 'friendly_name', name);
  const hasVoice = textOf(objectIn(found?.['outbound'])['outbound_voice_profile_id']) !== null;
  if (found !== undefined && hasVoice && isAsGiven(found, fields))
    return { kind: 'done', value: String(found['id']) };
  const outbound = hasVoice ? { kind: 'done' as const, value: undefined } : await findVoiceProfile(ask);
  if (outbound.kind !== 'done') return outbound;
  // Without it, Telnyx connects no caller with the phones that are to ring.
  const rings =
    outbound.value === undefined ? {} : { outbound: { outbound_voice_profile_id: outbound.value } };
  const more = found === undefined ? { inbound: { shaken_stir_enabled: true } } : {};
  return save(ask, 'texml_applications', found, { ...fields, ...more, ...rings });
}

/** Returns the id of the messaging profile with our address; makes or mends it if it is not as it should be. */
export async function ensureProfile(
  ask: Ask,
  companyId: string,
  addresses: OurAddresses,
): Promise<ApiResult<string>> {
  const name = nameOfParts(companyId, addresses);
  const fields = { name, enabled: true, webhook_url: addresses.text, webhook_api_version: '2' };
  const list = await readList(ask, `messaging_profiles?filter[name]=${encodeURIComponent(name)}`);
  if (list.kind !== 'done') return list;
  const found = oldestNamed(list.value, 'name', name);
  if (found !== undefined && isAsGiven(found, fields)) return { kind: 'done', value: String(found['id']) };
  // Whom the company may write to is decided here, not at the carrier.
  const more = found === undefined ? { whitelisted_destinations: ['*'] } : {};
  return save(ask, 'messaging_profiles', found, { ...fields, ...more });
}

/** Finds the profile that pays for the calls to the phones that ring: the oldest that is enabled. */
async function findVoiceProfile(ask: Ask): Promise<ApiResult<string>> {
  const list = await readList(ask, 'outbound_voice_profiles?sort=created_at');
  if (list.kind !== 'done') return list;
  const id = textOf(list.value.find((each) => each['enabled'] !== false)?.['id']);
  if (id !== null) return { kind: 'done', value: id };
  const detail =
    'The Telnyx account has no outbound voice profile, so that no phone would ring. Make one at Telnyx: Voice, Outbound Voice Profiles.';
  return { kind: 'refused', detail, status: undefined };
}

async function readList(ask: Ask, path: string): Promise<ApiResult<TelnyxEntry[]>> {
  return readAs(await ask({ path: `/v2/${path}&page[size]=${TELNYX_PAGE}` }), listIn);
}

/** The list has all whose name contains the one that is looked for. Of two that a lost answer has left, all take the same one. */
function oldestNamed(entries: readonly TelnyxEntry[], member: string, name: string): TelnyxEntry | undefined {
  const ageOf = (entry: TelnyxEntry): string => `${String(entry['created_at'])} ${String(entry['id'])}`;
  return entries
    .filter((entry) => entry[member] === name)
    .toSorted((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))[0];
}

function isAsGiven(found: TelnyxEntry, fields: TelnyxEntry): boolean {
  return Object.entries(fields).every(([name, value]) => {
    const there = found[name];
    return typeof there === 'string' && typeof value === 'string'
      ? isSameAddress(there, value)
      : there === value;
  });
}

async function save(
  ask: Ask,
  list: string,
  found: TelnyxEntry | undefined,
  fields: TelnyxEntry,
): Promise<ApiResult<string>> {
  const answer = await ask({
    path: found === undefined ? `/v2/${list}` : `/v2/${list}/${encodeURIComponent(String(found['id']))}`,
    ...(found === undefined ? {} : { method: 'PATCH' }),
    fields,
  });
  return readAs(answer, (body) => textOf(objectIn(objectIn(body)['data'])['id']) ?? undefined);
}
