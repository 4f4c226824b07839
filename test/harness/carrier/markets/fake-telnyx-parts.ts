/** What numbers of a fake Telnyx point to: TeXML applications, messaging profiles, outbound voice profiles. */
import { isAddress, unknownIn } from './fake-carrier.ts';
import type { Fields } from './telnyx-answers.ts';
import type { MessagingProfile, TelnyxApplication, VoiceProfile } from './telnyx-records.ts';

/** A list of the account: what its entries may have, must have, and how they are found. */
interface Kind {
  fields: ReadonlySet<string>;
  /** What a new one needs, and a changed one. */
  required: readonly string[];
  requiredAgain: readonly string[];
  name: string;
  addresses: readonly string[];
  methods: readonly string[];
  makeId: (count: number) => string;
}

const APPLICATIONS: Kind = {
  fields: new Set<keyof TelnyxApplication>([
    'active',
    'friendly_name',
    'inbound',
    'outbound',
    'status_callback',
    'status_callback_method',
    'voice_fallback_url',
    'voice_method',
    'voice_url',
  ]),
  required: ['friendly_name', 'voice_url'],
  requiredAgain: ['friendly_name', 'voice_url'],
  name: 'friendly_name',
  addresses: ['voice_url', 'voice_fallback_url', 'status_callback'],
  methods: ['voice_method', 'status_callback_method'],
  makeId: (count) => String(1_293_384_261_075_731_000n + BigInt(count)),
};
const PROFILES: Kind = {
  fields: new Set<keyof MessagingProfile>([
    'enabled',
    'name',
    'webhook_api_version',
    'webhook_url',
    'whitelisted_destinations',
  ]),
  required: ['name', 'whitelisted_destinations'],
  requiredAgain: [],
  name: 'name',
  addresses: ['webhook_url'],
  methods: [],
  makeId: (count) => `182bd5e5-6e1a-4fe4-a799-${String(count).padStart(12, '0')}`,
};

/** Entries of one kind. */
export class Parts<Entry extends object> {
  readonly entries: Entry[] = [];
  readonly #kind: Kind;
  readonly #defaults: Fields;

  constructor(kind: Kind, defaults: Fields) {
    this.#kind = kind;
    this.#defaults = defaults;
  }

  find(id: unknown): Entry | undefined {
    return this.entries.find((entry) => (entry as Fields)['id'] === id);
  }

  /** Finds the entries whose name contains a text. */
  named(part: string | null): Entry[] {
    const nameOf = (entry: Entry): string => String((entry as Fields)[this.#kind.name]).toLowerCase();
    return this.entries.filter((entry) => part === null || nameOf(entry).includes(part.toLowerCase()));
  }

  make(fields: Fields): Entry {
    const count = this.entries.length + 1;
    const entry = { ...this.#defaults, ...fields, id: this.#kind.makeId(count), created_at: timeOf(count) };
    this.entries.push(entry as unknown as Entry);
    return entry as unknown as Entry;
  }

  /** Says what is wrong with the fields of a request. */
  faultsOf(fields: Fields, isNew: boolean): string[] {
    const { fields: known, required, requiredAgain, addresses, methods } = this.#kind;
    const has = (name: string): boolean => fields[name] !== undefined && fields[name] !== '';
    return [
      ...unknownIn(fields, known).map((name) => `${name} is no field`),
      ...(isNew ? required : requiredAgain).filter((name) => !has(name)).map((name) => `${name} is required`),
      ...addresses
        .filter((name) => has(name) && !isAddress(fields[name]))
        .map((name) => `${name} is no address`),
      ...methods
        .filter((name) => has(name) && fields[name] !== 'get' && fields[name] !== 'post')
        .map((name) => `${name} is no method`),
    ];
  }
}

/** Returns an empty list of applications. */
export function applicationsOfAccount(): Parts<TelnyxApplication> {
  return new Parts<TelnyxApplication>(APPLICATIONS, {
    record_type: 'texml_application',
    active: true,
    voice_method: 'post',
    status_callback_method: 'post',
    outbound: {},
  });
}

/** Returns an empty list of messaging profiles. */
export function profilesOfAccount(): Parts<MessagingProfile> {
  return new Parts<MessagingProfile>(PROFILES, {
    record_type: 'messaging_profile',
    enabled: true,
    webhook_api_version: '2',
    webhook_url: null,
  });
}

/** The profiles that pay for calls to phones. Every account begins with one. */
export function voiceProfilesOfAccount(): VoiceProfile[] {
  return [{ id: '1293384261075731499', name: 'Default', enabled: true, created_at: timeOf(0) }];
}

/** A time for the age of an entry. */
export function timeOf(count: number): string {
  return new Date(Date.UTC(2026, 0, 1) + count * 1_000).toISOString();
}
