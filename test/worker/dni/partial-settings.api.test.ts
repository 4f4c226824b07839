/** Partial changes of the settings, and dry runs. */
import { beforeAll, describe, expect, test } from 'vitest';
import { mergePatch } from '../../../worker/core/company/dni/merge-patch.ts';
import { makeCompany } from '../../harness/builders.ts';
import { problemOf, sendAsOperator } from '../../harness/client.ts';
import { dniSettings, location, makeDniCompany } from '../../harness/dni-company.ts';
import { answerOf } from '../edge/lookup/ask.ts';

interface Settings {
  cache_days: number;
  prefer: string;
  locations: Record<string, unknown>[];
  numbers: Record<string, unknown>[];
  [member: string]: unknown;
}

const ask = (
  companyId: string,
  method: string,
  below: string,
  ...[body, headers]: [unknown?, Record<string, string>?]
) => sendAsOperator(method, `/dni/api/companies/${companyId}/settings${below}`, body, headers);

async function readSettings(companyId: string): Promise<Settings> {
  return (await (await ask(companyId, 'GET', '')).json()) as Settings;
}

async function refusalOf(response: Promise<Response>): Promise<string[]> {
  const { status, code, errors } = await problemOf(await response);
  return [`${status} ${code}`, ...errors.map((fault) => `${fault.pointer ?? fault.parameter} ${fault.code}`)];
}

describe('a merge patch', () => {
  // RFC 7396, Appendix A.
  test.for([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j with %j gives %j', ([target, patch, result]) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  test('changes the named members, removes those that are null, and keeps the rest', async () => {
    const companyId = await makeDniCompany({ cache_days: 7, default_location_id: 'denver' });
    const before = await readSettings(companyId);

    const changed = await ask(
      companyId,
      'PATCH',
      '',
      { prefer: 'location', cache_days: null, default_location_id: null },
      {
        'Content-Type': 'application/merge-patch+json',
      },
    );

    expect(changed.headers.get('ETag')).toBe('"2"');
    expect(changed.headers.get('Leadline-Published')).toBe('true');
    const { default_location_id: _, ...rest } = before;
    const after = { ...rest, prefer: 'location', cache_days: 30 };
    expect(await changed.json()).toEqual({ ...after, warnings: [] });
    expect(await readSettings(companyId)).toEqual(after);
  });

  test('is refused like the whole document, for another version, and without settings', async () => {
    const companyId = await makeDniCompany();
    const deep = `{"a":`.repeat(5_000) + '1' + '}'.repeat(5_000);

    expect(await refusalOf(ask(companyId, 'PATCH', '', { prefer: 'luck', colour: 1 }))).toEqual([
      '400 invalid_parameter',
      '/prefer invalid_parameter',
      '/colour unknown_parameter',
    ]);
    expect(await refusalOf(ask(companyId, 'PATCH', '', deep))).toEqual([
      '400 unknown_parameter',
      '/a unknown_parameter',
    ]);
    expect(await refusalOf(ask(companyId, 'PATCH', '', '{"__proto__":{"prefer":"location"}}'))).toContain(
      '/__proto__ unknown_parameter',
    );
    expect((await ask(companyId, 'PATCH', '', [])).status).toBe(400);
    expect((await ask(companyId, 'PATCH', '', { cache_days: 1 }, { 'If-Match': '"9"' })).status).toBe(412);
    expect((await ask(await makeCompany(), 'PATCH', '', { cache_days: 1 })).status).toBe(404);
    expect((await ask(companyId, 'GET', '')).headers.get('ETag')).toBe('"1"');
  });
});

describe('one location or number', () => {
  test('is added, changed, read and removed by itself, and the next visitor sees it', async () => {
    const companyId = await makeDniCompany();
    const boise = { name: 'Boise', state: 'ID', country: 'US', latitude: '43.6150', longitude: '-116.2023' };

    const added = await ask(companyId, 'PUT', '/locations/boise', boise);
    await ask(companyId, 'PUT', '/numbers/+12085550101', { location_id: 'boise' });
    const seen = await answerOf(companyId, { zip: '83702' });
    const changed = await ask(companyId, 'PATCH', '/locations/boise', { name: 'Boise West' });
    const number = await ask(companyId, 'GET', '/numbers/%2B12085550101');

    expect(added.headers.get('ETag')).toBe('"2"');
    expect(await added.json()).toMatchObject({
      location: { location_id: 'boise', ...boise, hours: [] },
      warnings: [],
    });
    expect(seen).toMatchObject({ phone_number: '+12085550101', closest_location: { name: 'Boise' } });
    expect(await changed.json()).toMatchObject({ location: { name: 'Boise West', state: 'ID' } });
    expect(await number.json()).toEqual([{ phone_number: '+12085550101', location_id: 'boise', sms: false }]);
    expect((await readSettings(companyId)).locations.map(({ name }) => name)).toEqual([
      'Austin',
      'Denver',
      'Seattle',
      'New York',
      'Boise West',
    ]);

    expect(await refusalOf(ask(companyId, 'DELETE', '/locations/boise'))).toEqual([
      '409 in_use',
      '/numbers/8/location_id unknown_location',
    ]);
    expect((await ask(companyId, 'DELETE', '/numbers/+12085550101')).status).toBe(200);
    expect((await ask(companyId, 'DELETE', '/locations/boise')).status).toBe(200);
    expect((await ask(companyId, 'GET', '/locations/boise')).status).toBe(404);
    expect(await answerOf(companyId, { zip: '83702' })).not.toMatchObject({ phone_number: '+12085550101' });
  });

  test('keeps its position, and all entries of a number are written together', async () => {
    const companyId = await makeDniCompany({
      targets: [{ number: '+18005550100' }, { number: '+18005550109' }],
      numbers: [
        { phone_number: '+15125550101', location_id: 'austin', target: '+18005550100' },
        { phone_number: '+13035550101', location_id: 'denver' },
        { phone_number: '+15125550101', location_id: 'austin', target: '+18005550109' },
      ],
    });

    const patched = await ask(companyId, 'PATCH', '/numbers/+15125550101', { sms: true });
    const moved = await ask(companyId, 'PUT', '/numbers/+15125550101', { source: 'email' });
    await ask(
      companyId,
      'PUT',
      '/locations/denver',
      location('denver', { name: 'Boulder', latitude: '40.01', longitude: '-105.27' }),
    );

    const [first, second] = ((await patched.json()) as Settings).numbers;
    expect([first, second]).toMatchObject([
      { target: '+18005550100', sms: true },
      { target: '+18005550109', sms: true },
    ]);
    expect(await moved.json()).toMatchObject({ numbers: [{ source: 'email', sms: false }] });
    const { numbers, locations } = await readSettings(companyId);
    expect(numbers.map(({ phone_number: phone }) => phone)).toEqual(['+15125550101', '+13035550101']);
    expect(locations[1]).toMatchObject({ location_id: 'denver', name: 'Boulder' });
  });

  test.for([
    [
      'PUT',
      '/locations/a',
      { name: 'A', latitude: '91', longitude: '0' },
      ['400 invalid_parameter', '/latitude invalid_parameter'],
    ],
    [
      'PUT',
      '/locations/a',
      { location_id: 'b', name: 'A' },
      ['400 invalid_parameter', '/location_id invalid_parameter'],
    ],
    ['PUT', '/locations/a', 'no location', ['400 invalid_json', ' invalid_json']],
    ['PUT', '/locations/a', [], ['400 invalid_parameter', ' invalid_parameter']],
    [
      'PUT',
      '/numbers/+15125550101',
      { location_id: 'x' },
      ['400 unknown_location', '/location_id unknown_location'],
    ],
    ['PUT', '/numbers/+15125550101', { source: 'x' }, ['400 invalid_choice', '/source invalid_choice']],
    ['PUT', '/numbers/5125550101', {}, ['400 invalid_phone', '/phone_number invalid_phone']],
    ['PUT', '/numbers/+15125559999', { location_id: 'denver' }, ['400 duplicate_id', ' duplicate_id']],
    [
      'PATCH',
      '/locations/austin',
      { latitude: null },
      ['400 missing_parameter', '/latitude missing_parameter'],
    ],
    ['PATCH', '/locations/nowhere', { name: 'A' }, ['404 not_found']],
    ['PATCH', '/numbers/+19995550100', { sms: true }, ['404 not_found']],
    ['DELETE', '/numbers/+19995550100', undefined, ['404 not_found']],
    ['PUT', '/locations/a?dryrun=1', {}, ['400 unknown_parameter', 'dryrun unknown_parameter']],
    ['PATCH', '?visits=[]', {}, ['400 unknown_parameter', 'visits unknown_parameter']],
  ] as const)('%s of %s with %j is refused, and nothing changes', async ([method, below, body, refusal]) => {
    const companyId = await makeDniCompany();

    expect(await refusalOf(ask(companyId, method, below, body))).toEqual(refusal);
    expect((await ask(companyId, 'GET', '')).headers.get('ETag')).toBe('"1"');
  });

  test('needs the credentials for the settings, and the version in If-Match', async () => {
    const companyId = await makeDniCompany();
    const stranger = { Authorization: 'Bearer nonsense' };

    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const body = method === 'GET' ? undefined : {};
      expect((await ask(companyId, method, '/locations/austin', body, stranger)).status).toBe(401);
    }
    expect(
      (await ask(companyId, 'DELETE', '/numbers/+13035550102', undefined, { 'If-Match': '"2"' })).status,
    ).toBe(412);
    expect(
      (await ask(companyId, 'GET', '/locations/austin', undefined, { 'If-None-Match': '"1"' })).status,
    ).toBe(304);
  });
});

describe('a dry run', () => {
  const visits = [
    { zip: '80302', url: 'https://example.com/?gclid=1' },
    { zip: '80302', url: 'https://example.com/' },
    { referrer: 'https://www.google.com/' },
  ];
  const tried = `?dry_run=1&visits=${encodeURIComponent(JSON.stringify(visits))}`;
  let companyId: string;
  beforeAll(async () => {
    companyId = await makeDniCompany();
  });

  test('shows the changes and the numbers of visits, and saves nothing', async () => {
    const next = dniSettings({
      cache_days: 14,
      numbers: [
        { phone_number: '+13035550199', location_id: 'denver', source: 'paid_search' },
        { phone_number: '+13035550101', location_id: 'denver' },
      ],
    });

    const response = await ask(companyId, 'PUT', tried, next);

    const told = (await response.json()) as Record<string, unknown>;
    expect(response.headers.get('ETag')).toBe('"1"');
    expect(told).toMatchObject({ dry_run: true, warnings: [], settings: { cache_days: 14 } });
    const changes = told['changes'] as { member: string; entry?: string; change: string }[];
    expect(changes.map(({ member, entry = '', change }) => `${change} ${member} ${entry}`.trim())).toEqual(
      expect.arrayContaining([
        'changed cache_days',
        'added numbers +13035550199 paid_search at denver',
        'removed numbers +13035550102 paid_search at denver',
      ]),
    );
    expect(changes).not.toContainEqual(expect.objectContaining({ entry: '+13035550101 at denver' }));
    expect(told['visits']).toMatchObject([
      {
        visit: visits[0],
        before: { phone_number: '+13035550102', location_id: 'denver', source: 'paid_search' },
        after: { phone_number: '+13035550199', location_id: 'denver', source: 'paid_search' },
        is_changed: true,
      },
      {
        before: { phone_number: '+13035550101' },
        after: { phone_number: '+13035550101' },
        is_changed: false,
      },
      { before: { location_id: 'austin' }, after: { phone_number: '+18005550100' }, is_changed: true },
    ]);
    expect((await ask(companyId, 'GET', '')).headers.get('ETag')).toBe('"1"');
    expect(await answerOf(companyId, { zip: '80302' })).toMatchObject({ phone_number: '+13035550101' });
  });

  test('tries visits from cities without known postal codes', async () => {
    const seattle = { latitude: '47.61', longitude: '-122.33' };
    // Vancouver is as near to Seattle as no other location, Cancún to Austin.
    const named = [
      { latitude: '49.25', longitude: '-123.12', city: 'Vancouver', country: 'CA' },
      { latitude: '21.17', longitude: '-86.85', city: 'Cancún', country: 'MX' },
      seattle,
    ];
    const query = `?dry_run=1&visits=${encodeURIComponent(JSON.stringify(named))}`;

    expect(await (await ask(companyId, 'PUT', query, dniSettings())).json()).toMatchObject({
      visits: [
        { visit: named[0], after: { location_id: 'seattle', reason: 'closest' } },
        { after: { location_id: 'austin', reason: 'closest' } },
        { after: { location_id: 'seattle' }, is_changed: false },
      ],
    });
  });

  test('of a part, of the first settings, and of settings with warnings', async () => {
    const number = await ask(companyId, 'PUT', `/numbers/+13035550101${tried}`, { source: 'email' });
    const first = await ask(await makeCompany(), 'PUT', tried, dniSettings());
    const removed = await ask(companyId, 'DELETE', '/numbers/+13035550101?dry_run=true');

    expect(await number.json()).toMatchObject({
      changes: [{ change: 'removed' }, { change: 'added', entry: '+13035550101 email' }],
      visits: [{ is_changed: false }, { after: { phone_number: '+18005550100' }, is_changed: true }, {}],
    });
    expect(await first.json()).toMatchObject({ visits: [{ before: null, is_changed: true }, {}, {}] });
    expect(await removed.json()).toMatchObject({ changes: [{ change: 'removed', member: 'numbers' }] });
  });

  test.for([
    [
      '[{"zip":"0"},{"zip":"00001"}]',
      ['400 invalid_postal_code', 'visits.0.zip invalid_postal_code', 'visits.1.zip invalid_postal_code'],
    ],
    [
      '[{"latitude":"56.16","longitude":"10.21"},{"city":"Aarhus"},{"zip":"78701","latitude":"56.16"}]',
      ['400 invalid_parameter', 'visits.1.latitude invalid_parameter', 'visits.2.zip invalid_parameter'],
    ],
    ['{"zip":"78701"}', ['400 invalid_parameter', 'visits invalid_parameter']],
    ['[{"zap":"78701"}]', ['400 unknown_parameter', 'visits.0.zap unknown_parameter']],
    ['nonsense', ['400 invalid_parameter', 'visits invalid_parameter']],
  ] as const)('with the visits %s is refused', async ([text, refusal]) => {
    const query = `?dry_run=true&visits=${encodeURIComponent(text)}`;

    expect(await refusalOf(ask(companyId, 'PUT', query, dniSettings()))).toEqual(refusal);
  });

  test('is refused like the save', async () => {
    expect(await refusalOf(ask(companyId, 'PUT', tried, { ...dniSettings(), cache_days: 0 }))).toEqual([
      '400 invalid_parameter',
      '/cache_days invalid_parameter',
    ]);
    expect((await ask(companyId, 'PUT', '?dry_run=maybe', dniSettings())).status).toBe(400);
  });
});
