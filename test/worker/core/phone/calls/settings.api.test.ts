import { describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { dniSettings, putSettings } from '../../../../harness/dni-company.ts';
import { codeBlocks } from '../../../../harness/documents.ts';
import { AUSTIN, makeCallCompany } from './call-company.ts';

describe('the call settings', () => {
  test('are answered before the first save, and afterwards as they were saved, without secrets', async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const first = await sendAs(superadmin, 'GET', `${path}/calls/settings`);
    expect(first.headers.get('ETag')).toBe('"0"');
    expect(await first.json()).toEqual({
      carriers: [],
      defaults: {},
      locations: {},
      numbers: {},
      menus: {},
      blocked: [],
      unlisted_numbers: [],
    });

    const settings = {
      carriers: [
        {
          carrier: 'twilio',
          account_id: 'AC1',
          secrets: ['one', 'two'],
          api: { user: 'SK1', secret: 'key', base: 'https://api.example.com/' },
        },
      ],
      defaults: { timeout_seconds: 20, whisper: '' },
      numbers: { '+18005550142': { screening: true } },
      unlisted_numbers: ['+18005550142'],
    };
    const saved = await sendAs(superadmin, 'PUT', `${path}/calls/settings`, settings);
    expect(saved.status).toBe(200);
    expect(saved.headers.get('ETag')).toBe('"1"');
    expect(saved.headers.get('Leadline-Published')).toBe('true');
    const body = await saved.json();
    expect(body).toEqual({
      ...settings,
      carriers: [
        {
          carrier: 'twilio',
          account_id: 'AC1',
          secrets: 2,
          api: { user: 'SK1', secret: true, base: 'https://api.example.com' },
        },
      ],
      defaults: { timeout_seconds: 20, whisper: null },
      locations: {},
      menus: {},
      blocked: [],
    });

    const again = await sendAs(superadmin, 'PUT', `${path}/calls/settings`, body, { 'If-Match': '"1"' });
    expect(again.headers.get('ETag')).toBe('"2"');
    expect(await again.json()).toEqual(body);
    const late = await sendAs(superadmin, 'PUT', `${path}/calls/settings`, body, { 'If-Match': '"1"' });
    expect(late.status).toBe(412);

    const log = await sendAs(superadmin, 'GET', `${path}/audit?action=settings.changed&limit=5`);
    const { entries } = (await log.json()) as { entries: unknown[] };
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toMatch(/"(?:one|two|key)"/);
  });

  test('keep a saved secret for the address that it was saved for, and tell it to no other', async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const put = (api: object): Promise<Response> =>
      sendAs(superadmin, 'PUT', `${path}/calls/settings`, {
        carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: ['one'], api }],
      });
    await answerOf(await put({ user: 'SK1', secret: 'key', base: 'https://api.example.com' }));

    for (const base of ['https://listens.example.org', 'https://api.example.com.example.org', undefined]) {
      const { errors } = await problemOf(await put({ user: 'SK1', secret: true, base }));
      expect(errors).toMatchObject([{ pointer: '/carriers/0/api/secret', code: 'invalid_parameter' }]);
    }

    expect((await put({ user: 'SK2', secret: true, base: 'https://api.example.com/' })).status).toBe(200);
    expect((await put({ user: 'SK2', secret: 'other', base: 'https://listens.example.org' })).status).toBe(
      200,
    );
  });

  test('are for super admins', async () => {
    const { manager, path } = await makeCompanyWithUsers();

    expect((await sendAs(manager, 'GET', `${path}/calls/settings`)).status).toBe(403);
    expect((await sendAs(manager, 'PUT', `${path}/calls/settings`, {})).status).toBe(403);
  });

  test('refuse every fault at once, also numbers, users and locations that the company does not have', async () => {
    const { superadmin, path } = await makeCallCompany();
    const put = async (settings: unknown): Promise<(string | undefined)[]> => {
      const { errors } = await problemOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, settings));
      return errors.map(({ pointer, code }) => `${pointer} ${code}`);
    };

    expect(
      await put({
        carriers: [
          { carrier: 'twilio', account_id: 'AC 1', secrets: [] },
          { carrier: 'telnyx', account_id: 'T1', secrets: ['no key'] },
        ],
        defaults: { timeout_seconds: 4, order: 'both', ring: [] },
        blocked: ['555'],
        extra: 1,
      }),
    ).toEqual([
      '/carriers/0/account_id invalid_parameter',
      '/carriers/0/secrets invalid_parameter',
      '/carriers/1/secrets invalid_parameter',
      '/defaults/ring invalid_parameter',
      '/defaults/order invalid_parameter',
      '/defaults/timeout_seconds invalid_parameter',
      '/blocked/0 invalid_phone',
      '/extra unknown_parameter',
    ]);
    expect(
      await put({
        carriers: [
          { carrier: 'twilio', account_id: 'AC9', secrets: 2, api: { secret: true, base: 'ftp://x' } },
          { carrier: 'signalwire', account_id: 'S1', secrets: ['s'], api: { secret: 'x' } },
        ],
        defaults: { ring: [{ user_id: crypto.randomUUID() }, { number: AUSTIN }] },
        locations: { nowhere: {} },
        numbers: { '+12025550100': {} },
      }),
    ).toEqual([
      '/carriers/0/secrets invalid_parameter',
      '/carriers/0/api/secret invalid_parameter',
      '/carriers/0/api/base invalid_parameter',
      '/carriers/1/api/base invalid_parameter',
      '/defaults/ring/0/user_id unknown_user',
      '/defaults/ring/1/number invalid_parameter',
      '/locations/nowhere unknown_location',
      '/numbers/+12025550100 invalid_parameter',
    ]);
  });
});

test('what refers to locations and numbers that were removed is no obstacle to another change', async () => {
  const { superadmin, path, companyId } = await makeCallCompany({
    locations: { denver: { order: 'in_turn' } },
    numbers: { [AUSTIN]: { menu: 'main' } },
    menus: {
      main: {
        name: 'Main',
        greeting: 'Press 1.',
        keys: { '1': { location_id: 'denver' } },
        default: { voicemail: true },
      },
    },
  });
  expect((await putSettings(companyId, dniSettings({ locations: [], numbers: [] }))).status).toBe(200);
  const kept = await answerOf<Record<string, object>>(
    await sendAs(superadmin, 'GET', `${path}/calls/settings`),
  );

  const same = await sendAs(superadmin, 'PUT', `${path}/calls/settings`, {
    ...kept,
    blocked: ['+12065550123'],
  });
  const more = await sendAs(superadmin, 'PUT', `${path}/calls/settings`, {
    ...kept,
    locations: { ...kept['locations'], nowhere: {} },
  });

  expect(same.status).toBe(200);
  expect((await problemOf(more)).errors.map(({ pointer }) => pointer)).toEqual(['/locations/nowhere']);
});

test('the preview shows who would ring and why, by the saved settings', async () => {
  const { superadmin, agent, path } = await makeCallCompany({
    locations: { austin: { order: 'in_turn', timeout_seconds: 15 } },
  });
  await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, {
    phone: '+15125550199',
    forward_numbers: '(512) 555-0150, +15125550151',
  });

  const asked = `${path}/calls/preview?number=${encodeURIComponent(AUSTIN)}&from=%2B12065550123`;
  const preview = await (await sendAs(superadmin, 'GET', asked)).json();

  expect(preview).toMatchObject({
    location_id: 'austin',
    source: 'paid_search',
    rings: [
      [{ number: '+15125550140' }],
      [{ number: '+15125550150', user_id: agent.userId }],
      [{ number: '+15125550151', user_id: agent.userId }],
    ],
    first: ['dial'],
    rules: { timeout_seconds: 15, order: 'in_turn', voicemail: true },
  });
  expect((preview as { steps: { step: string }[] }).steps.map(({ step }) => step)).toEqual([
    'number',
    'location',
    'hours',
    'turns',
    // The agent's phone may be a mobile.
    'people',
  ]);
  const bad = await sendAs(superadmin, 'GET', `${path}/calls/preview?number=12`);
  expect(bad.status).toBe(400);
});

test('the requests in docs/calls.md are accepted', async () => {
  const { superadmin, path } = await makeCallCompany();
  const [settings = '', menus = '', rule = '', call = ''] = codeBlocks('docs/calls.md').flatMap(
    ({ language, code }) => (language === 'json' ? code : []),
  );

  const saved = await sendAs(superadmin, 'PUT', `${path}/calls/settings`, settings);
  const answered = await sendAs(superadmin, 'PUT', `${path}/calls/settings`, menus);
  const ruled = await sendAs(superadmin, 'PUT', `${path}/contact_rules`, `[${rule}]`);
  const reported = await sendAs(superadmin, 'POST', `${path}/calls`, call);

  expect([saved.status, answered.status, ruled.status, reported.status]).toEqual([200, 200, 200, 200]);
  expect(await reported.json()).toMatchObject({ outcome: 'answered', ring_seconds: 8, talk_seconds: 95 });
});
