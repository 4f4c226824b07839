/** What goes to the platforms is what their own libraries make and take (test/oracles); where there is none, a strict parser of ours. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Conversion,
  hashedEmail,
  hashedEmailForGoogle,
  hashedEmailForMicrosoft,
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
import { FACTS } from '../../../../worker/core/conversions/platforms/facts.ts';
import {
  type Access,
  requestOf,
  type Sender,
} from '../../../../worker/core/conversions/platforms/requests.ts';
import { readKeyFile, tokenRequest } from '../../../../worker/core/conversions/platforms/service-account.ts';
import { UET } from '../../../../worker/core/conversions/platforms/uet.ts';
import documents from '../../../oracles/recorded/data-manager-documents.json' with { type: 'json' };
import eventOfMeta from '../../../oracles/recorded/meta-event.json' with { type: 'json' };
import fbcOfMeta from '../../../oracles/recorded/meta-fbc.json' with { type: 'json' };
import hashesOfMeta from '../../../oracles/recorded/meta-hashes.json' with { type: 'json' };
import {
  access,
  bodyOf,
  conversion,
  DATA_MANAGER_SETTINGS,
  dataManagerDocuments,
  EMAILS,
  FBCLID,
  GCLID,
  IDS,
  metaEvent,
  MSCLKID,
  PHONE,
  REQUEST_STATUSES,
  TIME,
} from './examples.ts';

describe('hashes', () => {
  test('are those that the platforms give as examples', () => {
    expect(hashedPhone(PHONE)).toMatch(/^fb4f73a6.*517b30$/);
    expect(hashedDigits(PHONE)).toMatch(/^92cfdc5f.*653046c$/);
  });

  test('for Meta are those of Meta’s two libraries', () => {
    const ours = { ph: [hashedDigits(PHONE)], em: EMAILS.map(hashedEmail) };

    expect(ours).toEqual(hashesOfMeta.sdk);
    expect(ours).toEqual(hashesOfMeta.builder);
  });

  test('for Microsoft leave out dots and tags of every provider, and blanks', () => {
    expect(
      [' Jo.Doe+x@Example.com ', 'jo.doe@gmail.com', 'jo doe@example.com'].map(hashedEmailForMicrosoft),
    ).toEqual(['jodoe@example.com', 'jodoe@gmail.com', 'jodoe@example.com'].map(hashedEmail));
  });

  test('for Google leave out dots and tags of Gmail alone', () => {
    expect(EMAILS.map(hashedEmailForGoogle)).toEqual(
      ['jodoe@gmail.com', 'jo.doe+x@example.com', 'jd@googlemail.com'].map(hashedEmail),
    );
  });
});

test('a click’s fbc is that of Meta’s library, whose own has a mark at the end and is taken as it is', () => {
  const { time, fbclid, fbc } = fbcOfMeta;
  const sent = (given: Conversion): unknown =>
    (bodyOf(requestOf(META, [given], access({})))['data'] as { user_data: { fbc?: string } }[])[0]?.user_data
      .fbc;

  expect(fbc.split('.').slice(0, 4).join('.')).toBe(fbcOf(fbclid, time));
  expect(sent(conversion({ ids: { ...IDS, fbc } }))).toBe(fbc);
  expect(sent(conversion({ ids: { ...IDS, fbc: 'deleted' } }))).toBe(fbcOf(FBCLID, TIME - 60_000));
});

describe('Meta', () => {
  test('gets the events of its business SDK', () => {
    const event = metaEvent();
    const { external_id: ids, ...user } = event.user_data;

    expect(ids).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
    expect({ ...event, user_data: user }).toEqual(eventOfMeta);
  });
});

describe('Data Manager', () => {
  test.for(Object.entries(dataManagerDocuments()))('gets a document of its schema for %s', ([name, ours]) => {
    expect(ours).toEqual((documents as Record<string, unknown>)[name]);
  });

  test('gets the documents with the token', () => {
    const request = requestOf(DATA_MANAGER, [conversion()], access(DATA_MANAGER_SETTINGS));

    expect(request.url).toBe('https://datamanager.googleapis.com/v1/events:ingest');
    expect(request.headers['Authorization']).toBe('Bearer token');
    expect(Object.keys(dataManagerDocuments())).toEqual(Object.keys(documents));
  });

  test('is told whether a customer is new or returns, and nothing if nobody knows: a withheld caller', () => {
    const typeOf = (isFirst: boolean | null): unknown => {
      const given = conversion({}, { isFirst });
      const body = bodyOf(requestOf(DATA_MANAGER, [given], access(DATA_MANAGER_SETTINGS)));
      return (body['events'] as { userProperties?: unknown }[])[0]?.userProperties;
    };

    expect([true, false, null].map(typeOf)).toEqual([
      { customerType: 'NEW' },
      { customerType: 'RETURNING' },
      undefined,
    ]);
  });

  test('gets a session for a visit without a click id, and none beside a click', () => {
    const idsOf = (visit: Partial<Conversion['visit']>): Record<string, string> => {
      const [event] = bodyOf(requestOf(DATA_MANAGER, [conversion(visit)], access(DATA_MANAGER_SETTINGS)))[
        'events'
      ] as {
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

    expect(destinationOf(DATA_MANAGER_SETTINGS)).toEqual({ ...own, loginAccount: account('9876543210') });
    expect(destinationOf({ customer_id: '123-456-7890', conversion_action_id: '111' })).toEqual(own);
  });

  test('only validates a test', () => {
    expect(bodyOf(DATA_MANAGER.test(access(DATA_MANAGER_SETTINGS), TIME))['validateOnly']).toBe(true);
  });

  test.for(REQUEST_STATUSES)('says of a request %j: %s', ([status, kind]) => {
    const body = { requestStatusPerDestination: [status] };

    expect(meaningOfRequestStatus({ status: 200, body })?.kind).toBe(kind);
  });
});

describe('what the company can mend', () => {
  const google = (field: string): object => ({
    error: {
      code: 400,
      message: 'There was a problem with the request.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] }],
    },
  });
  const meta = (code: number, more: object = {}): object => ({ error: { message: 'No.', code, ...more } });

  test.for<[what: string, sender: Sender, body: object, kind: string]>([
    ['the account at Google', DATA_MANAGER, google('destinations[0].operating_account'), 'unauthorized'],
    ['the destination at Google', DATA_MANAGER, google('destinations[0]'), 'unauthorized'],
    ['an event for Google', DATA_MANAGER, google('events.events[0].event_timestamp'), 'refused'],
    ['the dataset of Meta', META, meta(100, { error_subcode: 33 }), 'unauthorized'],
    ['a permission for Meta', META, meta(200), 'unauthorized'],
    ['another permission for Meta', META, meta(294), 'unauthorized'],
    ['an unknown alias at Meta', META, meta(803), 'unauthorized'],
    ['an event for Meta', META, meta(100, { error_subcode: 2_804_019 }), 'refused'],
  ])('waits, and what is wrong with an event does not: %s', ([, sender, body, kind]) => {
    expect(sender.meaning({ status: 400, body }, 1).kind).toBe(kind);
  });

  test('is asked of Meta without what it demands for pages and messengers', () => {
    const field = FACTS.meta.fields.find(({ name }) => name === 'action_source');

    expect(field?.choices).toEqual(['phone_call', 'system_generated', 'other']);
  });
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
          userData: {
            msclkid: MSCLKID,
            ph: hashedPhone(PHONE),
            em: hashedEmailForMicrosoft(EMAILS[0] ?? ''),
          },
          customData: { value: 49.9, currency: 'EUR', transactionId: `c${'0'.repeat(31)}` },
        },
      ],
      continueOnValidationError: true,
    });
  });

  test('refuses some events and takes the others, and tells a wrong token by an empty batch', () => {
    const warning = { index: 2, errorMessage: 'An unknown member.', isWarning: true };
    const body = { error: { details: [{ index: 1, errorMessage: 'The event is too old.' }, warning] } };
    const test = UET.test(access({ tag_id: '42' }), TIME);

    expect(UET.meaning({ status: 200, body }, 3)).toEqual({
      kind: 'refused',
      detail: 'The event is too old.',
      indexes: [1],
    });
    expect(UET.meaning({ status: 200, body: {} }, 3)).toEqual({ kind: 'accepted', requestId: null });
    expect(UET.meaning({ status: 200, body: { error: { details: [warning] } } }, 3).kind).toBe('accepted');
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
