/**
 * Facts about the ad platforms: hosts, headers, limits and settings, read in the vendors' documents in November 2026. What a
 * platform changes is changed here.
 */

/** The platforms. A `file` is fetched by the platform, to the others conversions are sent. */
export const PLATFORMS = ['google_ads'] as const;
export type Platform = (typeof PLATFORMS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A setting of a platform, a text unless `kind` says otherwise. */
export interface PlatformField {
  name: string;
  label: string;
  kind: 'text' | 'flag' | 'choice';
  isRequired: boolean;
  /** The allowed values of a choice, and otherwise the pattern of a text. */
  choices?: readonly string[];
  pattern?: RegExp;
  /** Says how to write the value. */
  hint: string;
}

export interface PlatformFacts {
  /** The platform's own name. */
  label: string;
  door: 'file' | 'sent';
  fields: readonly PlatformField[];
  /** Whether the platform needs a secret of the company. */
  needsSecret: boolean;
  /** Click ids and other traces of the visit that the platform knows, by parameter or member of the visit. */
  traces: readonly Trace[];
  /** Whether hashed phone numbers and e-mail addresses may be sent. */
  takesContact: boolean;
  /** The oldest event that it takes, and the moment from which its age counts. */
  oldestMs: number;
  ageFrom: 'event' | 'click';
  /** Whether a later value under the same id replaces the first. */
  restates: boolean;
}

/** Something in a visit by which a platform recognizes it: a click id of the landing page, or a member of the visit. */
export type Trace =
  | { from: 'click_ids'; name: string; pattern: RegExp }
  | { from: 'visit'; name: 'fbc' | 'fbp' | 'ga_client_id'; pattern: RegExp };

/** Google's click ids are base64url. A leading `-` could start a formula. */
const GOOGLE_ID = /^[A-Za-z0-9_][A-Za-z0-9_.-]{9,499}$/;
const click = (name: string, pattern: RegExp): Trace => ({ from: 'click_ids', name, pattern });

/** A name that a spreadsheet does not run as a formula, and that needs no quotes. */
const ACTION = /^[^\s=+\-@,;"'\p{Cc}＝＋－＠][^,;"\p{Cc}]{0,99}$/u;

const actionField = (label: string, hint: string): PlatformField => ({
  name: 'conversion_name',
  label,
  kind: 'text',
  isRequired: true,
  pattern: ACTION,
  hint: `${hint} At most 100 characters, without commas, semicolons and quotes, and not beginning with = + - or @.`,
});

const contactField: PlatformField = {
  name: 'contact_data',
  label: 'Send hashed phone numbers and e-mail addresses',
  kind: 'flag',
  isRequired: false,
  hint: 'Write true or false.',
};

export const FACTS: Readonly<Record<Platform, PlatformFacts>> = {
  google_ads: {
    label: 'Google Ads (file)',
    door: 'file',
    fields: [
      actionField('Conversion action', 'Write the name of the conversion action in Google Ads.'),
      contactField,
      {
        name: 'header',
        label: 'Header line of your own template',
        kind: 'text',
        isRequired: false,
        pattern: /^[^\p{Cc}]{1,2000}$/u,
        hint: 'Write one line of column names, separated by commas.',
      },
    ],
    needsSecret: false,
    traces: [click('gclid', GOOGLE_ID), click('gbraid', GOOGLE_ID), click('wbraid', GOOGLE_ID)],
    takesContact: true,
    oldestMs: 90 * DAY_MS,
    ageFrom: 'click',
    restates: false,
  },
};

/** The first line of Google's file, and of Microsoft's: times are written with their offset, UTC. */
export const FILE_PARAMETERS = 'Parameters:TimeZone=+0000';

/** The columns of Google's file (support.google.com/google-ads/answer/7014069), and those that its templates may have besides. */
export const GOOGLE_HEADER = [
  'Google Click ID',
  'Conversion Name',
  'Conversion Time',
  'Conversion Value',
  'Conversion Currency',
  'Order ID',
  'Ad User Data',
  'Ad Personalization',
] as const;
