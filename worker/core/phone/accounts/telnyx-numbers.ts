/**
 * Reads numbers at Telnyx. A number has no addresses itself: it names a connection, which for us is a TeXML application, and a
 * messaging profile, and those have the addresses. A number may also forward its calls, whatever its connection says.
 */
import {
  type Ask,
  type FoundAddresses,
  type FoundNumber,
  type NumbersFound,
  objectIn,
  objectsIn,
  textOf,
} from './found-numbers.ts';

/** The most pages that are read: 5,000 numbers. */
const MOST_PAGES = 20;
/** Entries of a page. Telnyx allows no more. */
export const TELNYX_PAGE = 250;

/** What a number of the list may be without being in the account: on its way, or gone. */
const NOT_THERE: ReadonlySet<unknown> = new Set([
  'purchase-pending',
  'purchase-failed',
  'port-pending',
  'port-failed',
  'provision-pending',
  'requirement-info-pending',
  'requirement-info-under-review',
  'requirement-info-exception',
  'deleted',
  'ported-out',
]);

/** An entry of Telnyx's lists. */
export type TelnyxEntry = Readonly<Record<string, unknown>>;

/** What a number of Telnyx points to. Undefined where it points to nothing, or to something of another kind. */
interface TelnyxParts {
  application: TelnyxEntry | undefined;
  profile: TelnyxEntry | undefined;
  /** Its settings for calls. */
  voice: TelnyxEntry | undefined;
}

/** Reads all numbers of an account. */
export async function numbersAtTelnyx(ask: Ask): Promise<NumbersFound> {
  const lists = ['phone_numbers', 'phone_numbers/voice', 'texml_applications', 'messaging_profiles'];
  const [numbers, voices, applications, profiles] = await Promise.all(
    lists.map((list) => readAll(list, ask)),
  );
  const found = new Map<string, FoundNumber>();
  for (const list of [numbers, voices, applications, profiles]) {
    if (typeof list === 'string') return { failure: list };
  }
  const [voiceOf, applicationOf, profileOf] = [byId(voices), byId(applications), byId(profiles)];
  for (const entry of entriesOf(numbers)) {
    const number = textOf(entry['phone_number']);
    if (number === null || !isThere(entry)) continue;
    const addresses = addressesAtTelnyx(entry, {
      application: applicationOf.get(String(entry['connection_id'])),
      profile: profileOf.get(String(entry['messaging_profile_id'])),
      voice: voiceOf.get(String(entry['id'])),
    });
    found.set(number, { carrierNumberId: textOf(entry['id']), addresses });
  }
  return { numbers: found, isComplete: typeof numbers === 'object' && numbers.isComplete };
}

/** Returns the path that lists a number. With anything but digits, the list would be empty. */
export function pathOfNumber(number: string): string {
  const query = new URLSearchParams({ 'filter[phone_number]': number.replaceAll(/\D/g, '') });
  return `/v2/phone_numbers?${query.toString()}`;
}

/** Returns the entries of a list; undefined for an answer without one. */
export function listIn(body: unknown): TelnyxEntry[] | undefined {
  const { data } = objectIn(body);
  return Array.isArray(data) ? objectsIn(data) : undefined;
}

/** Finds a number in a list, which may have others with these digits. */
export function numberIn(body: unknown, number: string): TelnyxEntry | undefined {
  return listIn(body)?.find((entry) => entry['phone_number'] === number && isThere(entry));
}

/** Tells whether the account has a number of its list. */
function isThere(entry: TelnyxEntry): boolean {
  return !NOT_THERE.has(entry['status']);
}

/** Returns the addresses of a number. */
export function addressesAtTelnyx(
  entry: TelnyxEntry,
  { application, profile, voice }: TelnyxParts,
): FoundAddresses {
  const connection = textOf(entry['connection_name']) ?? textOf(entry['connection_id']);
  const other = application === undefined ? connection : null;
  const instead = forwardedTo(voice) ?? other;
  const isOff = application?.['active'] === false;
  const address = (name: string, method?: unknown): string | null => {
    const found = textOf(application?.[name]);
    if (found === null) return null;
    return `${isOff ? 'inactive: ' : ''}${method === 'get' ? 'GET ' : ''}${found}`;
  };
  return {
    call: instead ?? address('voice_url', application?.['voice_method']),
    fallback: instead ?? address('voice_fallback_url', application?.['voice_method']),
    status: instead ?? address('status_callback', application?.['status_callback_method']),
    text: addressOfProfile(entry, profile),
  };
}

/** Returns where a number forwards all its calls; null if it does not. */
function forwardedTo(voice: TelnyxEntry | undefined): string | null {
  const forwarding = objectIn(voice?.['call_forwarding']);
  const number = textOf(forwarding['forwards_to']);
  const isOn = forwarding['call_forwarding_enabled'] !== false && forwarding['forwarding_type'] === 'always';
  return isOn && number !== null ? `forwarded to ${number}` : null;
}

function addressOfProfile(entry: TelnyxEntry, profile: TelnyxEntry | undefined): string | null {
  if (profile === undefined)
    return textOf(entry['messaging_profile_name']) ?? textOf(entry['messaging_profile_id']);
  const address = textOf(profile['webhook_url']);
  if (address === null) return null;
  const isOff = profile['enabled'] === false;
  // Messages in a former form are not understood here.
  const isFormer = (textOf(profile['webhook_api_version']) ?? '2') !== '2';
  return `${isOff ? 'inactive: ' : ''}${isFormer ? 'in a former form: ' : ''}${address}`;
}

/** Reads the pages of a list. @returns its entries, or why there are none */
async function readAll(
  list: string,
  ask: Ask,
): Promise<{ entries: TelnyxEntry[]; isComplete: boolean } | string> {
  const entries: TelnyxEntry[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await ask(`/v2/${list}?page[size]=${TELNYX_PAGE}&page[number]=${page}`);
    if (typeof answer === 'string') return answer;
    const found = objectsIn(answer['data']);
    entries.push(...found);
    const pages = objectIn(answer['meta'])['total_pages'];
    const isLast = typeof pages === 'number' ? page >= pages : found.length < TELNYX_PAGE;
    if (isLast || found.length === 0) return { entries, isComplete: true };
  }
  return { entries, isComplete: false };
}

function entriesOf(list: { entries: TelnyxEntry[] } | string | undefined): TelnyxEntry[] {
  return typeof list === 'object' ? list.entries : [];
}

function byId(list: { entries: TelnyxEntry[] } | string | undefined): Map<string, TelnyxEntry> {
  return new Map(entriesOf(list).map((entry) => [String(entry['id']), entry]));
}
