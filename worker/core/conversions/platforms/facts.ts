/**
 * Facts about the ad platforms: hosts, headers, limits and settings, read in the vendors' documents in November 2026. What a
 * platform changes is changed here.
 */
import type { PlatformFacts, PlatformField, Trace } from './fact-types.ts';

/** The platforms. A `file` is fetched by the platform, to the others conversions are sent. */
export const PLATFORMS = [
  'google_ads',
  'google_data_manager',
  'meta',
  'microsoft_ads',
  'ga4',
  'microsoft_uet',
] as const;
export type Platform = (typeof PLATFORMS)[number];

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Google's click ids are base64url. A leading `-` could start a formula. */
const GOOGLE_ID = /^[A-Za-z0-9_][A-Za-z0-9_.-]{9,499}$/;
const MICROSOFT_ID = /^[0-9A-Fa-f]{32}$/;
const CUSTOMER = /^\d{3}-?\d{3}-?\d{4}$/;
const DIGITS = /^\d{1,30}$/;
const TOKEN = /^[\x21-\x7e]{1,4000}$/;
const visit = (name: 'fbc' | 'fbp' | 'ga_client_id', pattern: RegExp): Trace => ({
  from: 'ids',
  name,
  pattern,
});
const click = (name: string, pattern: RegExp): Trace => ({ from: 'click_ids', name, pattern });
const GOOGLE_CLICKS: readonly Trace[] = ['gclid', 'gbraid', 'wbraid'].map((name) => click(name, GOOGLE_ID));

/** A name that a spreadsheet does not run as a formula, and that needs no quotes. */
const ACTION = /^[^\s=+\-@,;"'\p{Cc}＝＋－＠][^,;"\p{Cc}]{0,99}$/u;

function textField(
  name: string,
  label: string,
  more: Pick<PlatformField, 'pattern' | 'isRequired' | 'hint'>,
): PlatformField {
  return { name, label, kind: 'text', ...more };
}

const actionField = (label: string, hint: string): PlatformField => ({
  name: 'conversion_name',
  label,
  kind: 'text',
  isRequired: true,
  pattern: ACTION,
  hint: `${hint} At most 100 characters, without commas, semicolons and quotes, and not beginning with = + - or @.`,
});

function eventNameField(example: string): PlatformField {
  return {
    name: 'event_name',
    label: 'Event name',
    kind: 'text',
    isRequired: true,
    pattern: /^[A-Za-z][A-Za-z0-9_]{0,39}$/,
    hint: `Write a name of letters, digits and _, for instance ${example}.`,
  };
}

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
      textField('header', 'Header line of your own template', {
        pattern: /^[^\p{Cc}]{1,2000}$/u,
        isRequired: false,
        hint: 'Write one line of column names, separated by commas.',
      }),
    ],
    secret: null,
    traces: GOOGLE_CLICKS,
    takesContact: true,
    oldestMs: 90 * DAY_MS,
    ageFrom: 'click',
    restates: false,
    saysAfterMs: null,
  },
  google_data_manager: {
    label: 'Google Data Manager',
    door: 'sent',
    fields: [
      textField('customer_id', 'Google Ads account', {
        pattern: CUSTOMER,
        isRequired: true,
        hint: 'Write the ten digits of the account that owns the conversion action, for instance 123-456-7890.',
      }),
      textField('login_customer_id', 'Manager account', {
        pattern: CUSTOMER,
        isRequired: false,
        hint: 'Write the ten digits of the manager account, if the service account is a user of that one.',
      }),
      textField('conversion_action_id', 'Conversion action ID', {
        pattern: DIGITS,
        isRequired: true,
        hint: 'Write the digits after ctId= in the address of the conversion action.',
      }),
      contactField,
    ],
    secret: {
      label: 'Key of the service account (JSON)',
      // Any text: it is read as JSON.
      pattern: /^\s*\{/,
      hint: 'Paste the whole JSON file that Google Cloud made for the key of the service account.',
    },
    traces: [...GOOGLE_CLICKS, click('gad_source', /^\d{1,3}$/), click('gad_campaignid', DIGITS)],
    takesContact: true,
    oldestMs: 90 * DAY_MS,
    ageFrom: 'click',
    restates: true,
    saysAfterMs: 30 * 60_000,
  },
  meta: {
    label: 'Meta Conversions API',
    door: 'sent',
    fields: [
      textField('dataset_id', 'Dataset (pixel) ID', {
        pattern: DIGITS,
        isRequired: true,
        hint: 'Write the digits of the dataset, from Events Manager.',
      }),
      eventNameField('Lead'),
      {
        name: 'action_source',
        label: 'Where conversions happen',
        kind: 'choice',
        isRequired: true,
        // With `website`, Meta demands the address of the page, and with `business_messaging` the channel and its ids.
        choices: ['phone_call', 'system_generated', 'other'],
        hint: 'Write phone_call for calls, system_generated or other.',
      },
      contactField,
      textField('test_event_code', 'Test event code', {
        pattern: /^[A-Za-z0-9_]{1,50}$/,
        isRequired: false,
        hint: 'Write the code from Test events in Events Manager; only the test uses it.',
      }),
    ],
    secret: {
      label: 'Access token',
      pattern: TOKEN,
      hint: 'Write the access token that Events Manager made, without spaces.',
    },
    traces: [
      // The appendix of Meta's own libraries makes a fifth part.
      visit(
        'fbc',
        /^fb\.[0-2]\.\d{10,14}\.[A-Za-z0-9_-]{1,500}(?:\.(?:[A-Za-z0-9_-]{2}|[A-Za-z0-9_-]{8}))?$/,
      ),
      click('fbclid', /^[A-Za-z0-9_-]{10,500}$/),
      visit('fbp', /^fb\.[0-2]\.\d{10,14}\.\d{1,20}(?:\.(?:[A-Za-z0-9_-]{2}|[A-Za-z0-9_-]{8}))?$/),
    ],
    takesContact: true,
    oldestMs: 7 * DAY_MS,
    ageFrom: 'event',
    restates: false,
    saysAfterMs: null,
  },
  microsoft_ads: {
    label: 'Microsoft Advertising (file)',
    door: 'file',
    fields: [
      actionField(
        'Conversion goal',
        'Write the name of the offline conversion goal in Microsoft Advertising.',
      ),
    ],
    secret: null,
    traces: [click('msclkid', MICROSOFT_ID)],
    takesContact: false,
    oldestMs: 90 * DAY_MS,
    ageFrom: 'click',
    restates: false,
    saysAfterMs: null,
  },
  ga4: {
    label: 'Google Analytics 4',
    door: 'sent',
    fields: [
      textField('measurement_id', 'Measurement ID', {
        pattern: /^G-[A-Z0-9]{4,20}$/,
        isRequired: true,
        hint: 'Write the measurement ID of the web data stream, for instance G-ABC1234567.',
      }),
      eventNameField('generate_lead'),
      {
        name: 'region',
        label: 'Where the data is collected',
        kind: 'choice',
        isRequired: false,
        choices: ['world', 'eu'],
        hint: 'Write world or eu.',
      },
    ],
    secret: {
      label: 'API secret of the Measurement Protocol',
      pattern: TOKEN,
      hint: 'Write the API secret of the data stream, without spaces.',
    },
    traces: [visit('ga_client_id', /^\d{1,20}\.\d{1,20}$/)],
    takesContact: false,
    oldestMs: 72 * HOUR_MS,
    ageFrom: 'event',
    restates: false,
    saysAfterMs: null,
  },
  microsoft_uet: {
    label: 'Microsoft UET Conversions API',
    door: 'sent',
    fields: [
      textField('tag_id', 'UET tag ID', {
        pattern: DIGITS,
        isRequired: true,
        hint: 'Write the digits of the UET tag.',
      }),
      eventNameField('phone_call'),
      contactField,
    ],
    secret: {
      label: 'Access token of the tag',
      pattern: TOKEN,
      hint: 'Write the access token that Microsoft gave for the tag, without spaces.',
    },
    traces: [click('msclkid', MICROSOFT_ID)],
    takesContact: true,
    oldestMs: 7 * DAY_MS,
    ageFrom: 'event',
    restates: false,
    saysAfterMs: null,
  },
};

/** Google's Data Manager API, and where and for what a service account gets its token. */
export const DATA_MANAGER_URL = 'https://datamanager.googleapis.com/v1';
export const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';
export const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/datamanager';

/** The graph of Meta, and the version of its API. */
export const META_URL = 'https://graph.facebook.com/v25.0';

/** The first line of Google's file, and of Microsoft's: times are written with their offset, UTC. */
export const FILE_PARAMETERS = 'Parameters:TimeZone=+0000';

const COMMON_COLUMNS = ['Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency'];
/** The columns of Google's file (support.google.com/google-ads/answer/7014069), and those that its templates may have besides. */
export const GOOGLE_HEADER: readonly string[] = [
  'Google Click ID',
  ...COMMON_COLUMNS,
  'Order ID',
  'Ad User Data',
  'Ad Personalization',
];

/** The columns of Microsoft's file (help.ads.microsoft.com, "Import offline conversions"). */
export const MICROSOFT_HEADER: readonly string[] = ['Microsoft Click ID', ...COMMON_COLUMNS];

/** The Measurement Protocol, also where data stays in the EU, and how long after its last page a session takes events. */
export const ANALYTICS_URL = 'https://www.google-analytics.com';
export const ANALYTICS_URL_EU = 'https://region1.google-analytics.com';
export const SESSION_MS: number = DAY_MS;

export const UET_URL = 'https://capi.uet.microsoft.com/v1';
