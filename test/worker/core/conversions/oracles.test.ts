/** What goes to the platforms is what their own libraries make and take; where there is none, a strict parser of ours. */
import { createRequire } from 'node:module';
import { generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import * as serializer from 'proto3-json-serializer';
import { describe, expect, test } from 'vitest';
import {
  type Conversion,
  hashedEmail,
  hashedEmailForGoogle,
  hashedPhone,
} from '../../../../worker/core/conversions/platforms/conversion.ts';
import {
  DATA_MANAGER,
  meaningOfRequestStatus,
} from '../../../../worker/core/conversions/platforms/data-manager.ts';
import { GA4 } from '../../../../worker/core/conversions/platforms/ga4.ts';
import { fbcOf, hashedDigits, META } from '../../../../worker/core/conversions/platforms/meta.ts';
import {
  microsoftFileHead,
  microsoftFileLine,
} from '../../../../worker/core/conversions/platforms/microsoft-file.ts';
import { type Access, requestOf } from '../../../../worker/core/conversions/platforms/requests.ts';
import { readKeyFile, tokenRequest } from '../../../../worker/core/conversions/platforms/service-account.ts';
import { UET } from '../../../../worker/core/conversions/platforms/uet.ts';

const load = createRequire(import.meta.url);
const TIME = Date.UTC(2026, 10, 23, 16, 52, 22, 500);
const PHONE = '+18005550100';
const EMAILS = [' Jo.Doe+x@Gmail.com ', 'jo.doe+x@Example.com', 'J.D@googlemail.com'];
const GCLID = 'Cj0KCQiA_abcdefghijklmnop';
const MSCLKID = 'f894f652ea334e739002f7167ab8f8e3';

/** What cookies of Meta and Analytics held. */
const IDS = {
  fbp: null,
  fbc: null,
  ga_client_id: '123.456',
  ga_session_ids: { ABC123: '789', OTHER: '5' },
  user_agent: 'Browser/1',
  read_time: TIME - 60_000,
};

function conversion(visit: Partial<Conversion['visit']> = {}, more: Partial<Conversion> = {}): Conversion {
  return {
    id: `c${'0'.repeat(31)}`,
    time: TIME,
    amount: { unit: 'EUR', value: 49.9 },
    visit: {
      visit_id: '1',
      begun_time: TIME - 60_000,
      source: 'paid_search',
      channel: 'paid_search',
      first_source: 'paid_search',
      site: 'Google',
      medium: 'cpc',
      campaign: null,
      term: null,
      content: null,
      first_campaign: null,
      landing_page: '/',
      referrer: 'www.google.com',
      click_ids: { gclid: GCLID, fbclid: 'IwAR0abcdefghijklmnop', msclkid: MSCLKID },
      ad_user_data: 'granted',
      ad_personalization: 'denied',
      ids: IDS,
      ...visit,
    },
    phone: PHONE,
    emails: EMAILS,
    leadId: 'lead-1',
    isFirst: true,
    ...more,
  };
}

/** Reads a document as a message and writes it again. The serializer has types of another version of protobufjs. */
function roundTrip(type: protobuf.Type, document: unknown): unknown {
  return serializer.toProto3JSON(serializer.fromProto3JSON(type as never, document as never) as never);
}

const access = (settings: Access['settings']): Access => ({
  settings: { contact_data: true, ...settings },
  token: 'token',
});
const bodyOf = (request: { body: string }): Record<string, unknown> =>
  JSON.parse(request.body) as Record<string, unknown>;

describe('hashes', () => {
  test('are those that the platforms give as examples', () => {
    expect(hashedPhone(PHONE)).toMatch(/^fb4f73a6.*517b30$/);
    expect(hashedDigits(PHONE)).toMatch(/^92cfdc5f.*653046c$/);
  });

  test('for Meta are those of Meta’s two libraries', () => {
    const { UserData } = load('facebook-nodejs-business-sdk') as {
      UserData: new () => {
        setPhones(list: string[]): { setEmails(list: string[]): { normalize(): unknown } };
      };
    };
    const { ParamBuilder } = load('capi-param-builder-nodejs') as {
      ParamBuilder: new (domains: string[]) => {
        getNormalizedAndHashedPII(value: string, kind: string): string;
      };
    };
    const builder = new ParamBuilder(['example.com']);
    // A mark of the library follows the hash.
    const built = (value: string, kind: string): string =>
      builder.getNormalizedAndHashedPII(value, kind).split('.')[0] ?? '';

    expect(new UserData().setPhones([PHONE]).setEmails(EMAILS).normalize()).toEqual({
      ph: [hashedDigits(PHONE)],
      em: EMAILS.map(hashedEmail),
    });
    expect([built(PHONE, 'phone'), ...EMAILS.map((email) => built(email, 'email'))]).toEqual([
      hashedDigits(PHONE),
      ...EMAILS.map(hashedEmail),
    ]);
  });

  test('for Google leave out dots and tags of Gmail alone', () => {
    expect(EMAILS.map(hashedEmailForGoogle)).toEqual(
      ['jodoe@gmail.com', 'jo.doe+x@example.com', 'jd@googlemail.com'].map(hashedEmail),
    );
  });
});

test('a click’s fbc is that of Meta’s library, whose own has a mark at the end and is taken as it is', () => {
  const { ParamBuilder } = load('capi-param-builder-nodejs') as {
    ParamBuilder: new (domains: string[]) => {
      processRequest(host: string, query: object, cookies: object, referer: null): void;
      getFbc(): string;
    };
  };
  const builder = new ParamBuilder(['example.com']);
  builder.processRequest('example.com', { fbclid: 'IwAR0abcdefghijklmnop' }, {}, null);
  const fbc = builder.getFbc();
  const [, , time = ''] = fbc.split('.');
  const sent = (given: Conversion): unknown =>
    (bodyOf(requestOf(META, [given], access({})))['data'] as { user_data: { fbc?: string } }[])[0]?.user_data
      .fbc;

  expect(fbc.split('.').slice(0, 4).join('.')).toBe(fbcOf('IwAR0abcdefghijklmnop', Number(time)));
  expect(sent(conversion({ ids: { ...IDS, fbc } }))).toBe(fbc);
  expect(sent(conversion({ ids: { ...IDS, fbc: 'deleted' } }))).toBe(
    fbcOf('IwAR0abcdefghijklmnop', TIME - 60_000),
  );
});

describe('Meta', () => {
  test('gets the events of its business SDK', () => {
    const sdk = load('facebook-nodejs-business-sdk') as Record<
      string,
      new () => Record<string, (value: unknown) => unknown>
    >;
    const [event] = bodyOf(
      requestOf(
        META,
        [conversion()],
        access({ event_name: 'Lead', action_source: 'phone_call', dataset_id: '1' }),
      ),
    )['data'] as Record<string, unknown>[];
    const { external_id: ids, ...user } = (event?.['user_data'] ?? {}) as Record<string, unknown>;
    const make = (
      name: string,
      members: Record<string, unknown>,
    ): Record<string, (value?: unknown) => unknown> => {
      const made = new (sdk[name] ?? Object)() as Record<string, (value?: unknown) => unknown>;
      for (const [setter, value] of Object.entries(members)) made[setter]?.(value);
      return made;
    };
    const userData = make('UserData', {
      setPhones: [PHONE],
      setEmails: EMAILS,
      setFbc: user['fbc'],
      setClientUserAgent: 'Browser/1',
    });
    const known = make('ServerEvent', {
      setEventName: 'Lead',
      setEventTime: Math.floor(TIME / 1000),
      setEventId: event?.['event_id'],
      setActionSource: 'phone_call',
      setOptOut: true,
      setUserData: userData,
      setCustomData: make('CustomData', { setValue: 49.9, setCurrency: 'EUR' }),
    })['normalize']?.() as Record<string, unknown>;

    expect(ids).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
    expect({ ...event, user_data: user }).toEqual(known);
  });
});

describe('Data Manager', () => {
  const root = protobuf.Root.fromJSON(
    load('@google-ads/datamanager/build/protos/protos.json') as protobuf.INamespace,
  );
  root.resolveAll();
  const type = root.lookupType('google.ads.datamanager.v1.IngestEventsRequest');

  /** Members that Google requires and a document lacks, by path. */
  function missing(of: protobuf.Type, document: Record<string, unknown>, path = ''): string[] {
    return of.fieldsArray.flatMap((field) => {
      const value = document[field.name];
      const isRequired = field.options?.['(google.api.field_behavior)'] === 'REQUIRED';
      if (value === undefined) return isRequired ? [`${path}/${field.name}`] : [];
      if (!(field.resolvedType instanceof protobuf.Type) || field.resolvedType.name === 'Timestamp')
        return [];
      const list = (Array.isArray(value) ? value : [value]) as Record<string, unknown>[];
      const inner = field.resolvedType;
      return list.flatMap((each) => missing(inner, each, `${path}/${field.name}`));
    });
  }

  const settings = {
    customer_id: '123-456-7890',
    login_customer_id: '987-654-3210',
    conversion_action_id: '111',
  };

  test.for<[string, Partial<Conversion['visit']>, Partial<Conversion>]>([
    ['a click', {}, {}],
    [
      'a click in an app',
      { click_ids: { wbraid: 'abcdefghijklmnop' } },
      { amount: { unit: 'USD', value: 0 } },
    ],
    [
      'a visit without a click id',
      { click_ids: { gad_source: '1', gad_campaignid: '222' } },
      { time: TIME - 1 },
    ],
    ['contact data alone', { click_ids: {}, ids: null }, {}],
    ['a caller without a number', {}, { phone: null, emails: [], isFirst: false }],
  ])('gets a document of its schema for %s, with nothing lost and nothing missing', ([, visit, more]) => {
    const request = requestOf(DATA_MANAGER, [conversion(visit, more)], access(settings));
    const document = bodyOf(request);
    // The reader drops what it does not know, so the round trip is compared.
    const again = roundTrip(type, document);

    expect(request.url).toBe('https://datamanager.googleapis.com/v1/events:ingest');
    expect(request.headers['Authorization']).toBe('Bearer token');
    expect(withTimes(again)).toEqual(withTimes(document));
    expect(missing(type, document)).toEqual([]);
  });

  test('gets a session for a visit without a click id, and none beside a click', () => {
    const idsOf = (visit: Partial<Conversion['visit']>): Record<string, string> => {
      const [event] = bodyOf(requestOf(DATA_MANAGER, [conversion(visit)], access(settings)))['events'] as {
        adIdentifiers: Record<string, string>;
      }[];
      return event?.adIdentifiers ?? {};
    };
    const session =
      idsOf({ click_ids: { gad_source: '1', gad_campaignid: '222' } })['sessionAttributes'] ?? '';

    expect(JSON.parse(Buffer.from(session, 'base64url').toString())).toEqual({
      gad_source: '1',
      gad_campaignid: '222',
      session_start_time_usec: String((TIME - 60_000) * 1000),
      landing_page_referrer: 'https://www.google.com/',
      landing_page_user_agent: 'Browser/1',
    });
    const half = idsOf({ click_ids: { gad_source: '1' }, referrer: null })['sessionAttributes'] ?? '';
    expect(Object.keys(JSON.parse(Buffer.from(half, 'base64url').toString()) as object)).toEqual([
      'gad_source',
      'session_start_time_usec',
      'landing_page_user_agent',
    ]);
    expect(idsOf({ click_ids: { gad_campaignid: '222' } })).toHaveProperty('sessionAttributes');
    expect(idsOf({ click_ids: {} })).not.toHaveProperty('sessionAttributes');
    expect(idsOf({ click_ids: { gclid: GCLID, gad_source: '1' } })).toEqual({
      gclid: GCLID,
      landingPageDeviceInfo: { userAgent: 'Browser/1' },
    });
  });

  test('names a manager’s account only where there is one', () => {
    const destinationOf = (given: Access['settings']): object | undefined =>
      (bodyOf(requestOf(DATA_MANAGER, [conversion()], access(given)))['destinations'] as object[])[0];
    const account = (accountId: string): object => ({ accountType: 'GOOGLE_ADS', accountId });
    const own = { operatingAccount: account('1234567890'), productDestinationId: '111' };

    expect(destinationOf(settings)).toEqual({ ...own, loginAccount: account('9876543210') });
    expect(destinationOf({ customer_id: '123-456-7890', conversion_action_id: '111' })).toEqual(own);
  });

  test('only validates a test', () => {
    const request = DATA_MANAGER.test(access(settings), TIME);
    const document = typeof request === 'string' ? {} : bodyOf(request);

    expect(document['validateOnly']).toBe(true);
    expect(missing(type, document)).toEqual([]);
    expect(withTimes(roundTrip(type, document))).toEqual(withTimes(document));
  });

  test.for([
    [{ requestStatus: 'SUCCESS' }, 'accepted'],
    [{ requestStatus: 'PROCESSING' }, undefined],
    [failed('EVENT_TOO_OLD'), 'refused'],
    [failed('DUPLICATE_TRANSACTION_ID'), 'accepted'],
    [failed('DUPLICATE_TRANSACTION_ID', 'INVALID_GCLID'), 'refused'],
  ])('says of a request %j: %s', ([status, kind]) => {
    const body = { requestStatusPerDestination: [status] };
    const known = root.lookupType('google.ads.datamanager.v1.RetrieveRequestStatusResponse');
    const again = roundTrip(known, body);

    expect(again).toEqual(body);
    expect(meaningOfRequestStatus({ status: 200, body })?.kind).toBe(kind);
  });

  function failed(...reasons: string[]): object {
    return {
      requestStatus: 'FAILED',
      errorInfo: {
        errorCounts: reasons.map((reason) => ({
          recordCount: '1',
          reason: `PROCESSING_ERROR_REASON_${reason}`,
        })),
      },
    };
  }

  /** The reader loses fractions of seconds. */
  function withTimes(document: unknown): unknown {
    return JSON.parse(JSON.stringify(document).replaceAll(/(\d\d:\d\d:\d\d)(?:\.\d+)?Z/g, '$1Z'));
  }
});

describe('a service account', () => {
  test('signs in by a JWT that its public key verifies', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const file = readKeyFile(JSON.stringify({ client_email: 'a@b.iam', private_key: pem }));
    const request = await tokenRequest(file ?? { clientEmail: '', privateKey: '' }, TIME);
    const form = new URLSearchParams(request.body);
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

    expect(request.url).toBe('https://oauth2.googleapis.com/token');
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(read(header)).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(read(claims)).toEqual({
      iss: 'a@b.iam',
      scope: 'https://www.googleapis.com/auth/datamanager',
      aud: 'https://oauth2.googleapis.com/token',
      iat: Math.floor(TIME / 1000),
      exp: Math.floor(TIME / 1000) + 3600,
    });
    expect(
      verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url')),
    ).toBe(true);
  });

  test('is not read from another document', () => {
    expect(['', '[]', '{}', '{"client_email":"a","private_key":"b"}'].map(readKeyFile)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('Google Analytics', () => {
  const settings = { measurement_id: 'G-ABC123', event_name: 'generate_lead' };

  test('gets one event of the client, in microseconds, with the session while it is open', () => {
    const request = requestOf(GA4, [conversion()], access(settings));
    const later = requestOf(
      GA4,
      [conversion({ ids: { ...IDS, read_time: TIME - 25 * 3_600_000 } })],
      access(settings),
    );

    expect(request.url).toBe(
      'https://www.google-analytics.com/mp/collect?measurement_id=G-ABC123&api_secret=token',
    );
    expect(bodyOf(request)).toEqual({
      client_id: '123.456',
      timestamp_micros: TIME * 1000,
      consent: { ad_user_data: 'GRANTED', ad_personalization: 'DENIED' },
      events: [
        {
          name: 'generate_lead',
          params: {
            session_id: '789',
            engagement_time_msec: 1,
            value: 49.9,
            currency: 'EUR',
            transaction_id: `c${'0'.repeat(31)}`,
          },
        },
      ],
    });
    expect(String(bodyOf(request)['timestamp_micros'])).toMatch(/^\d{16}$/);
    expect(later.body).not.toContain('session_id');
    expect(requestOf(GA4, [conversion()], access({ ...settings, region: 'eu' })).url).toMatch(
      /^https:\/\/region1\.google-analytics\.com\/mp\/collect\?/,
    );
  });

  test('checks a test at its debug address, and its messages are shown', () => {
    const request = GA4.test(access(settings), TIME);
    const messages = [{ description: 'Measurement requires an api_secret.' }];

    expect(typeof request === 'string' ? '' : request.url).toContain('/debug/mp/collect?');
    expect(GA4.testResult({ status: 200, body: { validationMessages: messages } })).toEqual({
      isOk: false,
      detail: 'Measurement requires an api_secret.',
    });
    expect(GA4.testResult({ status: 200, body: { validationMessages: [] } }).isOk).toBe(true);
  });
});

describe('Microsoft', () => {
  test('gets a file with a line for each conversion, its times in UTC', () => {
    const [parameters, header] = microsoftFileHead().split('\r\n');
    const line = microsoftFileLine(conversion(), { conversion_name: 'Phone call' });

    expect(parameters).toBe('Parameters:TimeZone=+0000');
    expect(header).toBe(
      'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
    );
    expect(line).toBe(`${MSCLKID},Phone call,2026-11-23 16:52:22,49.9,EUR\r\n`);
  });

  test('gets events by UET with its own members and no others', () => {
    const request = requestOf(UET, [conversion()], access({ tag_id: '42', event_name: 'phone_call' }));

    expect(request.url).toBe('https://capi.uet.microsoft.com/v1/42/events');
    expect(request.headers['Authorization']).toBe('Bearer token');
    expect(bodyOf(request)).toEqual({
      data: [
        {
          eventType: 'custom',
          eventId: `c${'0'.repeat(31)}`,
          eventName: 'phone_call',
          eventTime: Math.floor(TIME / 1000),
          adStorageConsent: 'G',
          userData: { msclkid: MSCLKID, ph: hashedPhone(PHONE), em: hashedEmail(EMAILS[0] ?? '') },
          customData: { value: 49.9, currency: 'EUR', transactionId: `c${'0'.repeat(31)}` },
        },
      ],
      continueOnValidationError: true,
    });
  });

  test('refuses some events and takes the others, and tells a wrong token by an empty batch', () => {
    const body = { error: { details: [{ index: 1, errorMessage: 'The event is too old.' }] } };
    const test = UET.test(access({ tag_id: '42' }), TIME);

    expect(UET.meaning({ status: 200, body }, 3)).toEqual({
      kind: 'refused',
      detail: 'The event is too old.',
      indexes: [1],
    });
    expect(UET.meaning({ status: 200, body: {} }, 3)).toEqual({ kind: 'accepted', requestId: null });
    expect(typeof test === 'string' ? {} : bodyOf(test)).toEqual({
      data: [],
      continueOnValidationError: true,
    });
    expect([401, 500, 400, 200].map((status) => UET.testResult({ status, body: {} }).isOk)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

test('the hosts of the platforms stand in one file', () => {
  const facts = readFileSync('worker/core/conversions/platforms/facts.ts', 'utf8');

  expect([...facts.matchAll(/'https:\/\/([^/']+)/g)].map(([, host = '']) => host).toSorted(byName)).toEqual([
    'capi.uet.microsoft.com',
    'datamanager.googleapis.com',
    'graph.facebook.com',
    'oauth2.googleapis.com',
    'region1.google-analytics.com',
    'www.google-analytics.com',
    'www.googleapis.com',
  ]);
});

function byName(one: string, other: string): number {
  return one < other ? -1 : 1;
}
