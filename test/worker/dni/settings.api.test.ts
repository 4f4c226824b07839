import { describe, expect, test } from 'vitest';
import { makeCompany } from '../../harness/builders.ts';
import { demoDniSettings } from '../../../demo/company.ts';
import { problemOf, send, sendAsOperator } from '../../harness/client.ts';
import { dniSettings, location, makeDniCompany, putSettings } from '../../harness/dni-company.ts';
import { numbersOf, regions } from '../../harness/regional-numbers.ts';
import { answerOf } from '../edge/lookup/ask.ts';

const readSettings = (companyId: string, headers: Record<string, string> = {}): Promise<Response> =>
  sendAsOperator('GET', `/dni/api/companies/${companyId}/settings`, undefined, headers);

/** The faults of refused settings as `pointer code`. */
async function faultsOf(settings: unknown): Promise<string[]> {
  const response = await putSettings(await makeCompany(), settings);
  const problem = await problemOf(response);
  return problem.errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('phone numbers', () => {
  test('fixed, mobile, freephone and company numbers of every region are accepted', async () => {
    const numbers = [...new Set(regions.flatMap(numbersOf).map(({ e164 }) => e164))];
    const companyId = await makeCompany();

    expect(numbers.length).toBeGreaterThan(700);
    expect(numbers).toContain('+989601');
    expect(numbers).toContain('+22981123456');
    // The largest number of targets.
    for (let start = 0; start < numbers.length; start += 200) {
      const targets = numbers.slice(start, start + 200).map((number) => ({ number }));
      expect((await putSettings(companyId, { default_number: '+18005550100', targets })).status).toBe(200);
    }
  });

  test.for([
    '+1512555010',
    '+151255501000',
    '+99912345678',
    '+44',
    '5125550100',
    '+1 512 555 0100',
    '+229812345',
  ])('%s is refused', async (number) => {
    expect(await faultsOf({ default_number: number })).toEqual(['/default_number invalid_phone']);
  });
});

describe('saving and reading', () => {
  test('a company starts without settings; saved settings are read with every default filled in', async () => {
    const companyId = await makeCompany();

    const before = await readSettings(companyId);
    const none = await sendAsOperator('GET', `/dni/api/companies/${companyId}/settings?or_null=1`);
    const saved = await putSettings(companyId, { default_number: '+18005550100' });
    const after = await readSettings(companyId);

    expect(before.status).toBe(404);
    expect([none.status, none.headers.get('ETag'), await none.json()]).toEqual([200, null, null]);
    expect(saved.status).toBe(200);
    expect(saved.headers.get('Leadline-Published')).toBe('true');
    expect(await after.json()).toEqual({
      default_number: '+18005550100',
      domains: [],
      targets: [{ number: '+18005550100' }],
      sources: [],
      locations: [],
      numbers: [],
      prefer: 'source',
      prefer_open: false,
      max_distance_km: null,
      visits: true,
      forms: false,
      cache_days: 30,
    });
  });

  test('a domain with a trailing dot is the same', async () => {
    const saved = await putSettings(await makeCompany(), {
      default_number: '+18005550100',
      domains: [' Example.COM. '],
    });

    expect(await saved.json()).toMatchObject({ domains: ['example.com'] });
  });

  test('settings that were read can be saved again unchanged', async () => {
    const companyId = await makeDniCompany();
    const settings = await (await readSettings(companyId)).json();

    const saved = await putSettings(companyId, settings);

    expect(await saved.json()).toEqual({ ...(settings as object), warnings: [] });
  });

  test('every save is a new version; If-Match saves only over the version in it', async () => {
    const companyId = await makeDniCompany();

    const second = await putSettings(companyId, dniSettings(), { 'If-Match': '"1"' });
    const stale = await putSettings(companyId, dniSettings({ cache_days: 1 }), { 'If-Match': '"1"' });
    const any = await putSettings(companyId, dniSettings(), { 'If-Match': '*' });
    const listed = await putSettings(companyId, dniSettings(), { 'If-Match': '"1", "3"' });

    expect(second.headers.get('ETag')).toBe('"2"');
    expect(stale.status).toBe(412);
    expect(await problemOf(stale)).toMatchObject({ code: 'precondition_failed', etag: '"2"' });
    expect(any.headers.get('ETag')).toBe('"3"');
    expect(listed.headers.get('ETag')).toBe('"4"');
  });

  test('unchanged settings are answered with 304', async () => {
    const companyId = await makeDniCompany();

    const response = await readSettings(companyId, { 'If-None-Match': 'W/"1"' });

    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
  });

  test('the next lookup sees a change', async () => {
    const companyId = await makeDniCompany();
    await answerOf(companyId);

    await putSettings(companyId, { default_number: '+18005550177' });

    expect(await answerOf(companyId)).toMatchObject({ phone_number: '+18005550177', closest_location: null });
  });

  test('hours get their duration, and a location may give coordinates as numbers', async () => {
    const companyId = await makeDniCompany({
      numbers: [],
      locations: [
        location('a', {
          latitude: 30.5,
          longitude: -97,
          hours: [
            { day_of_week: 'Weekdays', from_time: '8:00 AM', to_time: '5:30 PM' },
            { day_of_week: 'saturday', from_time: '22:00', to_time: '02:00' },
          ],
        }),
      ],
    });

    const settings = (await (await readSettings(companyId)).json()) as { locations: unknown[] };

    expect(settings.locations[0]).toMatchObject({
      latitude: '30.5',
      longitude: '-97',
      hours: [
        { day_of_week: 'weekdays', from_time: '8:00 AM', to_time: '5:30 PM', duration: 10 },
        { day_of_week: 'saturday', from_time: '22:00', to_time: '02:00', duration: 4 },
      ],
    });
  });
});

describe('credentials', () => {
  test('no credentials are refused with a challenge', async () => {
    const response = await send(`/dni/api/companies/${await makeCompany()}/settings`);

    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBeTruthy();
  });

  test.for(['not-a-uuid', '00000000-0000-4000-8000-000000000000'])(
    'the company %s is a 404',
    async (companyId) => {
      expect((await readSettings(companyId)).status).toBe(404);
      expect((await putSettings(companyId, dniSettings())).status).toBe(404);
    },
  );
});

describe('a likely mistake', () => {
  test('is reported, and saved', async () => {
    const companyId = await makeCompany();
    const saved = await putSettings(companyId, {
      default_number: '+18005550100',
      sources: [
        { name: 'fair', when: { utm_source: 'fair', utm_medium: 'QR' } },
        { name: 'other_fair', when: { utm_medium: 'qr', utm_source: 'Fair' } },
      ],
      locations: [
        location('dallas', { state: 'TX', latitude: '39.7392', longitude: '-104.9903' }),
        location('lyon', { country: 'France', latitude: '41.9', longitude: '12.5' }),
      ],
      targets: [{ number: '+18005550100' }, { number: '+18005550109' }],
      numbers: [
        { phone_number: '+15125550101', location_id: 'dallas', target: '+18005550100' },
        { phone_number: '+15125550101', location_id: 'dallas', target: '+18005550109' },
        { phone_number: '+15125550101', location_id: 'lyon' },
        { phone_number: '+15125550102', source: 'email' },
        { phone_number: '+15125550102', source: 'sms' },
      ],
      prefer_open: true,
    });

    const { warnings, ...settings } = (await saved.json()) as { warnings: Record<string, string>[] };
    expect(saved.status).toBe(200);
    expect(warnings.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/sources/1 never_matches',
      '/locations/0/latitude outside_area',
      '/locations/1/latitude outside_area',
      '/numbers/2/phone_number shared_number',
      '/numbers/4/phone_number shared_number',
      '/prefer_open no_hours',
    ]);
    expect(warnings[1]?.['detail']).toContain('Texas');
    expect(await (await readSettings(companyId)).json()).toEqual(settings);
    // The answer may be sent back unchanged.
    expect((await putSettings(companyId, { ...settings, warnings })).status).toBe(200);
  });

  test.for([
    { country: 'US', state: 'TX', latitude: '30.2672', longitude: '-97.7431' },
    { country: 'USA', state: 'Hawaii', latitude: '21.3069', longitude: '-157.8583' },
    { country: 'United States of America', state: 'AK', latitude: '61.2181', longitude: '-149.9003' },
    { country: 'US', state: 'PR', latitude: '18.4655', longitude: '-66.1057' },
    { country: 'Canada', state: 'Québec', latitude: '45.5019', longitude: '-73.5674' },
    { country: 'CA', state: 'NT', latitude: '68.3607', longitude: '-133.7230' },
    { country: 'New Zealand', state: 'Auckland', latitude: '-36.8509', longitude: '174.7645' },
    { country: 'AU', state: 'WA', latitude: '-31.9523', longitude: '115.8613' },
    { country: 'Atlantis', state: 'TX', latitude: '0', longitude: '-30' },
    { country: '', state: '', latitude: '-74.0060', longitude: '40.7128' },
  ])('is a branch outside its stated area: %o', async (overrides) => {
    const locations = [location('a', overrides)];

    const saved = await putSettings(await makeCompany(), { default_number: '+18005550100', locations });

    expect(await saved.json()).toMatchObject({ warnings: [] });
  });
});

describe('bad settings', () => {
  test('change nothing', async () => {
    const companyId = await makeDniCompany();

    const refused = await putSettings(companyId, { ...dniSettings(), cache_days: 0 });
    const after = await readSettings(companyId);

    expect(refused.status).toBe(400);
    expect(after.headers.get('ETag')).toBe('"1"');
  });

  test('all faults are listed at once, also when other parts have the wrong type', async () => {
    const faults = await faultsOf({
      default_number: '18005550100',
      default_location_id: 'nowhere',
      domains: ['https://example.com/'],
      targets: [
        { number: '+18005550100' },
        { number: '+18005550100' },
        { number: '+15125550100', location_id: 'x' },
      ],
      sources: [
        { name: 'sale', when: {} },
        { name: 'sale', when: { medium: 'cpc' } },
        { name: 'flyer', when: { parameter: 'flyer' } },
      ],
      locations: [
        location('a', { latitude: '91', longitude: '-181' }),
        location('a', { latitude: 'north', timezone: 'Mars/Base' }),
        'no location',
      ],
      numbers: [
        { phone_number: '+1512', source: 'paid_serch' },
        { phone_number: '+15125550101', location_id: 'b', target: '+19995550100' },
        { phone_number: '+15125550102', location_id: 'b', target: '+19995550100' },
      ],
      prefer: 'luck',
      prefer_open: 'yes',
      max_distance_km: 0,
      cache_days: 1.5,
      colour: 'red',
    });

    expect(faults.toSorted()).toEqual(
      [
        '/default_number invalid_phone',
        '/default_location_id unknown_location',
        '/domains/0 invalid_parameter',
        '/targets/1/number duplicate_id',
        '/targets/2/location_id unknown_location',
        '/sources/0/when invalid_parameter',
        '/sources/1/when/medium unknown_parameter',
        '/sources/1/name duplicate_id',
        '/sources/2/when/parameter invalid_parameter',
        '/locations/0/latitude invalid_parameter',
        '/locations/0/longitude invalid_parameter',
        '/locations/1/location_id duplicate_id',
        '/locations/1/latitude invalid_parameter',
        '/locations/1/timezone invalid_parameter',
        '/locations/2 invalid_parameter',
        '/numbers/0/phone_number invalid_phone',
        '/numbers/0/source invalid_choice',
        '/numbers/1/location_id unknown_location',
        '/numbers/1/target invalid_choice',
        '/numbers/2 duplicate_id',
        '/numbers/2/location_id unknown_location',
        '/numbers/2/target invalid_choice',
        '/prefer invalid_parameter',
        '/prefer_open invalid_parameter',
        '/max_distance_km invalid_parameter',
        '/cache_days invalid_parameter',
        '/colour unknown_parameter',
      ].toSorted(),
    );
  });

  test.for([
    [{ from_time: '25:00' }, '/from_time'],
    [{ to_time: '9.30' }, '/to_time'],
    [{ from_time: '13:00 PM' }, '/from_time'],
    [{ day_of_week: 'someday' }, '/day_of_week'],
    [{ duration: 3 }, '/duration'],
    [{ duration: 8.5 }, '/duration'],
  ] as const)('hours with %o are refused', async ([overrides, pointer]) => {
    const hours = [{ day_of_week: 'monday', from_time: '09:00', to_time: '17:00', ...overrides }];

    expect(await faultsOf({ default_number: '+18005550100', locations: [location('a', { hours })] })).toEqual(
      [`/locations/0/hours/0${pointer} invalid_parameter`],
    );
  });

  test.for([
    [{ date: '2026-02-30', closed: true }, '/date'],
    [{ date: '25.12.2026', closed: true }, '/date'],
    [{ date: '2026-12-25' }, ''],
    [{ date: '2026-12-25', closed: true, from_time: '09:00', to_time: '12:00' }, ''],
    [{ date: '2026-12-25', from_time: '09:00' }, ''],
    [{ date: '2026-12-25', from_time: '9', to_time: '12:00' }, '/from_time'],
    [{ closed: true }, '/date'],
  ] as const)('the special day %o is refused', async ([day, pointer]) => {
    const timezone = 'America/Chicago';
    const locations = [location('a', { timezone, special_hours: [day] })];
    const code = 'date' in day ? 'invalid_parameter' : 'missing_parameter';

    expect(await faultsOf({ default_number: '+18005550100', locations, special_hours: [day] })).toEqual([
      `/locations/0/special_hours/0${pointer} ${code}`,
      `/special_hours/0${pointer} ${code}`,
    ]);
  });

  test('a day that is closed has no other entry, and special days of a location need a time zone', async () => {
    const closed = { date: '2026-12-25', closed: true };
    const open = { date: '2026-12-25', from_time: '09:00', to_time: '12:00' };
    const settings = { default_number: '+18005550100', special_hours: [closed, open, open] };

    expect(await faultsOf(settings)).toEqual(['/special_hours/0 invalid_parameter']);
    const locations = [location('a', { timezone: '', special_hours: [closed] })];
    expect(await faultsOf({ default_number: '+18005550100', locations })).toEqual([
      '/locations/0/timezone invalid_parameter',
    ]);
  });

  test('hours need a time zone', async () => {
    const hours = [{ day_of_week: 'monday', from_time: '09:00', to_time: '17:00' }];

    expect(
      await faultsOf({ default_number: '+18005550100', locations: [location('a', { hours, timezone: '' })] }),
    ).toEqual(['/locations/0/timezone invalid_parameter']);
  });

  test.for([
    ['[]', 'invalid_parameter'],
    ['{', 'invalid_json'],
    ['{}', 'missing_parameter'],
  ])('the document %s is refused as %s', async ([document, code]) => {
    const response = await putSettings(await makeCompany(), document);

    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({ code });
  });

  test.for([
    ['{\n  "default_number": "+18005550100",\n  "cache_days" 30\n}', 3, 16, 'a colon is expected'],
    ['{"default_number": "+18005550100",}', 1, 35, 'is the comma before it too many'],
    ["{'default_number': 1}", 1, 2, 'double quotes'],
    ['{"default_number": "+18005550100"', 1, 34, 'a } is expected'],
    ['[1, // one\n2]', 1, 5, 'no comments'],
    ['{"a": "\n"}', 1, 7, 'closing double quote of a string'],
    ['{"a": nope}', 1, 7, 'only numbers, true, false and null'],
    ['{} {}', 1, 4, 'ended before'],
  ] as const)('the answer to %j locates the error in the JSON', async ([document, line, column, words]) => {
    const response = await putSettings(await makeCompany(), document);

    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 400, code: 'invalid_json', line, column });
    expect(problem.detail).toContain(`at line ${line}, column ${column}`);
    expect(problem.detail).toContain(words);
  });

  test('deep nesting is refused as invalid JSON', async () => {
    const response = await putSettings(await makeCompany(), '['.repeat(200_000));

    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_json' });
  });

  test('sources ask for at most 20 parameters, each as often as they like', async () => {
    const rules = Array.from({ length: 21 }, (_, index) => ({
      name: `rule ${index}`,
      when: { parameter: `p${index}=1` },
    }));
    const again = { name: 'again', when: { parameter: 'P3=*' } };
    const sources = { default_number: '+18005550100', sources: [...rules.slice(0, 20), again] };
    expect((await putSettings(await makeCompany(), sources)).status).toBe(200);

    const { errors } = await problemOf(
      await putSettings(await makeCompany(), { ...sources, sources: rules }),
    );
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/sources/20/when/parameter invalid_parameter',
    ]);
  });

  test('the refusal of an unknown source lists the channels and rules', async () => {
    const response = await putSettings(await makeCompany(), {
      default_number: '+18005550100',
      sources: [
        { name: 'fair', when: { utm_source: 'fair' } },
        { name: 'typo', when: { channel: 'paid_serch' } },
        { name: 'any', when: { channel: 'Paid_*' } },
      ],
      numbers: [{ phone_number: '+15125550101', source: 'google_ads' }],
    });

    const { errors } = await problemOf(response);
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/numbers/0/source invalid_choice',
      '/sources/1/when/channel invalid_choice',
    ]);
    expect(errors[0]?.allowed).toEqual(expect.arrayContaining(['paid_search', 'direct', 'fair', 'typo']));
    expect(errors[1]?.allowed).toContain('paid_search');
    expect(errors[1]?.allowed).not.toContain('fair');
  });

  test.for([
    ['EST', 'America/New_York'],
    ['cst', 'America/Chicago'],
    ['CST6CDT', 'America/Chicago'],
    // UTC does not name a place: London has another time in summer.
    ['UTC', 'of the location'],
    ['Etc/GMT+6', 'America/Chicago'],
    ['+05:00', 'America/Chicago'],
    ['Chicago', 'America/Chicago'],
  ])('the time zone %s is refused; the answer suggests %s', async ([timezone, instead]) => {
    const locations = [location('a', { timezone })];

    const response = await putSettings(await makeCompany(), { default_number: '+18005550100', locations });

    const { errors } = await problemOf(response);
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/locations/0/timezone']);
    expect(errors[0]?.detail).toContain(instead);
  });

  test.for([
    ['Mon-Fri 9-5', '/locations/0/hours'],
    [['Mon-Fri 9-5'], '/locations/0/hours/0'],
    [[{ day_of_week: 'Mon-Fri', from_time: '09:00', to_time: '17:00' }], '/locations/0/hours/0/day_of_week'],
    [[{ day_of_week: 'monday', from_time: 'nine', to_time: '17:00' }], '/locations/0/hours/0/from_time'],
  ])('hours in words, %j, are refused with an example', async ([hours, pointer]) => {
    const locations = [location('a', { hours })];

    const response = await putSettings(await makeCompany(), { default_number: '+18005550100', locations });

    const { errors } = await problemOf(response);
    expect(errors.map((fault) => fault.pointer)).toEqual([pointer]);
    expect(errors[0]?.detail).toMatch(/weekdays|09:00/);
  });

  test.for([
    [{ latitude: '-74.0060', longitude: '40.7128', state: 'NY' }, 'swapped'],
    [{ latitude: '13.4050', longitude: '52.5200', country: 'Germany' }, 'swapped'],
    [{ latitude: '-97.7431', longitude: '30.2672', state: 'Texas', country: '' }, 'swapped'],
    [{ latitude: '30.2672', longitude: '97.7431', state: 'TX' }, 'wrong sign'],
    [{ latitude: '33.8688', longitude: '151.2093', country: 'AU' }, 'wrong sign'],
  ] as const)('coordinates with a common mistake, %o, are refused', async ([overrides, words]) => {
    const locations = [location('a', overrides)];

    const response = await putSettings(await makeCompany(), { default_number: '+18005550100', locations });

    const { errors } = await problemOf(response);
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/locations/0/latitude invalid_parameter',
    ]);
    expect(errors[0]?.detail).toContain(words);
  });

  test('a document of another content type, or a too large one, is refused', async () => {
    const companyId = await makeCompany();

    const wrongType = await putSettings(companyId, dniSettings(), { 'Content-Type': 'text/plain' });
    const tooLarge = await putSettings(companyId, `"${'x'.repeat(1024 * 1024)}"`);

    expect(wrongType.status).toBe(415);
    expect(tooLarge.status).toBe(413);
  });

  // The README states this number; the demo's branches have as much data as real ones.
  test('settings with too many entries are refused, member by member', async () => {
    const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
      Array.from({ length: count }, (_, index) => item(index));
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { deeper: nested(levels - 1) });
    // As text, since JSON.stringify cannot write it either.
    const endless = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

    const settings = JSON.stringify({
      default_number: '+18005550100',
      targets: many(201, (index) => ({ number: `+1512555${1000 + index}` })),
      domains: many(501, (index) => `site-${index}.example`),
      sources: many(501, (index) => ({ name: `rule ${index}`, when: { channel: 'email' } })),
      locations: [
        location('deep', { extra_params: nested(9) }),
        location('endless', { extra_params: { it: 'ENDLESS' }, users: ['ENDLESS'] }),
        location('long', { numbers: ['x'.repeat(4_000)] }),
        location('hours', {
          hours: many(51, () => ({ day_of_week: 'monday', from_time: '09:00', to_time: '10:00' })),
        }),
        location('fine', { extra_params: nested(8), users: ['x'.repeat(3_000)] }),
      ],
    });
    const faults = await faultsOf(settings.replaceAll('"ENDLESS"', endless));

    expect(faults).toEqual([
      '/domains invalid_parameter',
      '/targets invalid_parameter',
      '/sources invalid_parameter',
      '/locations/0/extra_params invalid_parameter',
      '/locations/1/users invalid_parameter',
      '/locations/1/extra_params invalid_parameter',
      '/locations/2/numbers invalid_parameter',
      '/locations/3/hours invalid_parameter',
    ]);
  });

  test('1,200 branches like those of the demo with five numbers each fit into a document', async () => {
    const demo = demoDniSettings();
    const copies = (list: unknown): Record<string, unknown>[] =>
      Array.from({ length: 240 }, (_, copy) => copy).flatMap((copy) =>
        (list as Record<string, unknown>[]).flatMap((item) =>
          typeof item['location_id'] === 'string'
            ? [{ ...item, location_id: `${item['location_id'].slice(0, -3)}${100 + copy}` }]
            : [],
        ),
      );
    const companyId = await makeCompany();
    const locations = copies(demo['locations']);

    const saved = await putSettings(companyId, {
      ...demo,
      targets: [{ number: demo['default_number'] }],
      locations,
      numbers: copies((demo['numbers'] as object[]).filter((entry) => !('pool' in entry))),
    });
    const answer = await answerOf(companyId, { zip: '78701' });

    expect(locations).toHaveLength(1_200);
    expect(saved.status).toBe(200);
    expect(answer.closest_location).toMatchObject({ city: 'Austin' });
  });
});
