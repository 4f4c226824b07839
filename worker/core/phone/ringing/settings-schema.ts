/** The call settings of a company: one JSON document. This schema checks everything that does not depend on the company. */
import * as v from 'valibot';
import { coded } from '../../../shared/http/input.ts';
import { callerSchema, e164Schema } from '../../../shared/contact/phone-numbers.ts';
import { MENU_KEYS } from '../rules/menus.ts';
import { hasKnownPlaceholders } from '../rules/text-backs.ts';

/** The carriers whose webhooks are read. */
export const CARRIERS = ['twilio', 'signalwire', 'telnyx'] as const;
export type CarrierName = (typeof CARRIERS)[number];

const MAX_SPOKEN_LENGTH = 1_000;
/** Three parts of a message in most alphabets, each of which costs. */
const MAX_TEXT_BACK = 480;
const MOST_TEXT_BACK_MINUTES = 60;
const MAX_TARGETS = 50;
const MAX_OVERRIDES = 5_000;
const MAX_LISTED_NUMBERS = 5_000;
const MAX_CARRIERS = 20;
const MAX_MENUS = 100;
const MAX_NAME_LENGTH = 100;
/** The secret in use, and the next one. */
const MAX_SECRETS = 2;
/** Bytes of an Ed25519 public key (RFC 8032), as Telnyx shows it in base64. */
const PUBLIC_KEY_BYTES = 32;

const spoken = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_SPOKEN_LENGTH));
const silence = v.pipe(
  v.nullable(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_SPOKEN_LENGTH))),
  v.transform((text) => (text === '' ? null : text)),
);

const textBack = v.pipe(
  v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxCodePoints(MAX_TEXT_BACK),
      v.check(hasKnownPlaceholders, 'Use only {company} and {location} in braces, each once.'),
    ),
  ),
  v.transform((text) => (text === '' ? null : text)),
);

const MINUTES_MESSAGE = `Write a whole number of minutes from 1 to ${MOST_TEXT_BACK_MINUTES}.`;

const targetSchema = v.union(
  [v.strictObject({ number: e164Schema }), v.strictObject({ user_id: v.pipe(v.string(), v.uuid()) })],
  'Write {"number": "+15125550140"} or {"user_id": "..."}.',
);

const ringSchema = v.union(
  [v.literal('location'), v.pipe(v.array(targetSchema), v.minLength(1), v.maxLength(MAX_TARGETS))],
  `Write "location", or a list of 1 to ${MAX_TARGETS} of {"number": "+15125550140"} and {"user_id": "..."}.`,
);

const menuIdSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9_-]{0,39}$/, 'Begin with a small letter, and use at most 40 of a-z, 0-9, _ and -.'),
);
const label = v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_NAME_LENGTH)));
const TARGETS_HINT =
  'Write {"ring": ...}, {"location_id": ...}, {"menu_id": ...}, {"message": ...} or {"voicemail": true}';
const endTargets = [
  v.strictObject({ label, ring: ringSchema }),
  v.strictObject({ label, location_id: v.string() }),
  v.strictObject({ label, menu_id: menuIdSchema }),
  v.strictObject({ label, message: spoken }),
  v.strictObject({ label, voicemail: v.literal(true) }),
] as const;
const keyTargetSchema = v.union(
  [...endTargets, v.strictObject({ label, postal_code: spoken })],
  `${TARGETS_HINT}, or {"postal_code": ...} with the text that asks for it.`,
);

/** A menu. Whether its keys lead somewhere is checked with the company. */
export const menuSchema = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_NAME_LENGTH)),
  greeting: spoken,
  keys: v.pipe(
    v.record(v.picklist(MENU_KEYS, 'Use one of the keys 0 to 9 and *.'), keyTargetSchema),
    v.check((keys) => Object.keys(keys).length > 0, 'Let at least one key lead somewhere.'),
  ),
  default: v.union(endTargets, `${TARGETS_HINT}.`),
  closed_menu: v.exactOptional(v.nullable(menuIdSchema)),
});

/** Rules for calls, each of them optional. */
export const rulesSchema = v.strictObject({
  ring: v.exactOptional(ringSchema),
  menu: v.exactOptional(v.nullable(menuIdSchema)),
  order: v.exactOptional(v.picklist(['together', 'in_turn', 'owner_first', 'round_robin', 'least_recent'])),
  timeout_seconds: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(60))),
  whisper: v.exactOptional(silence),
  screening: v.exactOptional(v.union([v.boolean(), v.literal('mobiles')], 'Write true, false or "mobiles".')),
  screening_prompt: v.exactOptional(spoken),
  caller_id: v.exactOptional(v.picklist(['caller', 'tracking_number'])),
  greeting: v.exactOptional(silence),
  record: v.exactOptional(v.picklist(['off', 'on'])),
  announcement: v.exactOptional(spoken),
  when_closed: v.exactOptional(v.picklist(['ring', 'next_open', 'voicemail'])),
  voicemail: v.exactOptional(v.boolean()),
  voicemail_greeting: v.exactOptional(spoken),
  suspects: v.exactOptional(v.picklist(['ring', 'press_1', 'voicemail'])),
  suspects_prompt: v.exactOptional(spoken),
  apology: v.exactOptional(spoken),
  language: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Write a language, for instance en-US.'),
    ),
  ),
  text_back: v.exactOptional(v.picklist(['off', 'missed', 'no_voicemail'])),
  text_back_minutes: v.exactOptional(
    v.pipe(
      v.number(MINUTES_MESSAGE),
      v.integer(MINUTES_MESSAGE),
      v.minValue(1, MINUTES_MESSAGE),
      v.maxValue(MOST_TEXT_BACK_MINUTES, MINUTES_MESSAGE),
    ),
  ),
  text_back_open: v.exactOptional(textBack),
  text_back_closed: v.exactOptional(textBack),
});

const secretSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(500));

const carrierSchema = v.pipe(
  v.strictObject({
    carrier: v.picklist(CARRIERS, `Use one of ${CARRIERS.join(', ')}.`),
    account_id: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[\w-]{1,100}$/, 'Write the id as the carrier shows it.'),
    ),
    /** The secrets that sign the carrier's requests; or their number, to keep them. */
    secrets: v.union(
      [
        v.pipe(v.array(secretSchema), v.minLength(1), v.maxLength(MAX_SECRETS)),
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_SECRETS)),
      ],
      `Write a list of 1 or ${MAX_SECRETS} secrets, or their number to keep those that are there.`,
    ),
    /** The account of the carrier's API, for outgoing messages, recordings and media. */
    api: v.optional(
      v.nullable(
        v.strictObject({
          user: v.optional(v.pipe(v.string(), v.trim(), v.maxCodePoints(200)), ''),
          /** True keeps the saved one. */
          secret: v.union(
            [secretSchema, v.literal(true)],
            'Write the secret, or true to keep the one that is there.',
          ),
          base: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxCodePoints(300))),
        }),
      ),
      null,
    ),
  }),
  v.forward(
    v.check(
      ({ carrier, secrets }) => carrier !== 'telnyx' || !Array.isArray(secrets) || secrets.every(isPublicKey),
      'Telnyx signs with Ed25519: write its public key, 44 characters of base64.',
    ),
    ['secrets'],
  ),
);

/** The document as a super admin sends it. Its numbers, users and locations are checked against the company later. */
export const callSettingsSchema = v.strictObject({
  carriers: v.optional(
    v.pipe(
      v.array(carrierSchema),
      v.maxLength(MAX_CARRIERS),
      v.check(
        (carriers) => areUnique(carriers),
        coded('duplicate_id', 'An account of a carrier is there twice.'),
      ),
    ),
    [],
  ),
  defaults: v.optional(rulesSchema, {}),
  locations: v.optional(v.pipe(v.record(v.string(), rulesSchema), bounded(MAX_OVERRIDES)), {}),
  numbers: v.optional(v.pipe(v.record(e164Schema, rulesSchema), bounded(MAX_OVERRIDES)), {}),
  menus: v.optional(v.pipe(v.record(menuIdSchema, menuSchema), bounded(MAX_MENUS)), {}),
  blocked: v.optional(numbersSchema(callerSchema), []),
  unlisted_numbers: v.optional(numbersSchema(), []),
});
export type CallSettingsInput = v.InferOutput<typeof callSettingsSchema>;

/** The settings as they are stored. */
export type CallSettings = Omit<CallSettingsInput, 'carriers'> & { carriers: CarrierAccount[] };

/** An account with a carrier. */
export interface CarrierAccount {
  carrier: CarrierName;
  account_id: string;
  /** The secrets that sign the carrier's requests: auth tokens, signing keys or (Telnyx) public keys. */
  secrets: string[];
  /** The credentials for the carrier's API. */
  api: { user: string; secret: string; base?: string } | null;
}

export const NO_CALL_SETTINGS: CallSettings = {
  carriers: [],
  defaults: {},
  locations: {},
  numbers: {},
  menus: {},
  blocked: [],
  unlisted_numbers: [],
};

function numbersSchema(number: typeof e164Schema = e164Schema) {
  return v.pipe(
    v.array(number),
    v.maxLength(MAX_LISTED_NUMBERS),
    v.transform((numbers) => [...new Set(numbers)]),
  );
}

function bounded<Value>(most: number) {
  return v.check<Record<string, Value>, string>(
    (record) => Object.keys(record).length <= most,
    `There are at most ${most} of them.`,
  );
}

function areUnique(carriers: { carrier: string; account_id: string }[]): boolean {
  return new Set(carriers.map(({ carrier, account_id: id }) => `${carrier} ${id}`)).size === carriers.length;
}

function isPublicKey(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === PUBLIC_KEY_BYTES;
}
