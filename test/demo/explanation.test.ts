import { describe, expect, test } from 'vitest';
import { explain } from '../../demo/browser/explanation.ts';
import type { PanelInput, Preview } from '../../demo/browser/panel-input.ts';

const candidate = (
  id: string,
  km: number | null,
  area: string | null = null,
): Preview['location']['candidates'][number] => ({
  location_id: id,
  name: `Brightwater ${id}`,
  distance_km: km,
  service_area: area,
});

/** A new visitor near Denver who typed the address. */
function inputOf(
  changes: { now?: Partial<Preview>; plan?: Partial<PanelInput['plan']> } & Partial<
    Omit<PanelInput, 'now' | 'plan'>
  > = {},
): PanelInput {
  const number = '+13035550150';
  const { now, plan, ...rest } = changes;
  return {
    plan: {
      phone_number: number,
      closest_location: { name: 'Brightwater denver' },
      source: 'direct',
      swaps: [{ from: '+18005550142', to: number, sms: true }],
      forms: {
        pattern: '',
        spelled: '',
        spells: '',
        digits: [],
        gaps: {},
        doubt: '',
        stays: '',
        sign: '',
        link: '',
        writes: [],
        skip: '',
        roots: '',
        parts: '',
        pending: '',
        entered: '',
        taken: '',
        inline: '',
        unit: '',
        attributes: [],
        places: [],
        caches: [],
        observed: { subtree: true, childList: true, characterData: true, attributeFilter: [] },
        buttons: '',
        holders: '',
      },
      visits: true,
      max_age: 1800,
      ...plan,
    },
    cache: 'miss',
    isFromBrowser: false,
    kept: null,
    ...rest,
    now: {
      visitor: { is_bot: false },
      place: { city: 'Boulder', postal_code: '80302', region: 'US-CO', found_by: 'network of the request' },
      source: { name: 'direct', channel: 'direct', source: '', rule: null, evidence: {} },
      location: {
        location_id: 'denver',
        reason: 'closest',
        candidates: [candidate('denver', 37.2), candidate('austin', 1280)],
      },
      number: {
        phone_number: number,
        candidates: [{ phone_number: number, location_id: 'denver' }],
        pool: null,
      },
      answer: { phone_number: number },
      ...now,
    },
  };
}

const stepOf = (given: PanelInput, name: string): string => {
  const step = explain(given).steps.find((item) => item.name === name);
  return `${step?.value}: ${step?.why}`;
};
const located = (
  reason: string,
  chosen: string | null,
  ...candidates: Preview['location']['candidates']
): PanelInput => inputOf({ now: { location: { location_id: chosen, reason, candidates } } });

describe('the explanation of a number', () => {
  test.for([
    [
      'the nearest',
      located('closest', 'denver', candidate('denver', 37), candidate('austin', 99)),
      'denver: The nearest branch.',
    ],
    [
      'a nearer one that is closed',
      located('closest', 'austin', candidate('denver', 37), candidate('austin', 99)),
      'austin: The nearest open branch.',
    ],
    [
      'a service area further away',
      located('service_area', 'austin', candidate('denver', 37), candidate('austin', 99, 'postal_code')),
      'austin: It serves 80302, which counts more than distance.',
    ],
    [
      'a service area of a region',
      located('service_area', 'denver', candidate('denver', 37, 'region'), candidate('austin', 99)),
      'denver: It serves US-CO.',
    ],
    [
      'an unknown place',
      located('place_unknown', 'denver', candidate('denver', null)),
      "denver: The company's default, since the place is unknown.",
    ],
    [
      'nothing near',
      located('too_far', 'austin', candidate('denver', 3700), candidate('austin', 9900)),
      "austin: The company's default, since all branches are too far away.",
    ],
  ] as const)('gives the reason for the branch: %s', ([, given, expected]) => {
    expect(stepOf(given, 'Branch')).toBe(`Brightwater ${expected}`);
  });

  test('lists known distances, and marks the chosen location', () => {
    const measured = explain(inputOf()).steps[1]?.rows;
    const unmeasured = explain(located('place_unknown', 'denver', candidate('denver', null))).steps[1]?.rows;

    expect(measured).toEqual([
      { name: 'Brightwater denver', distance: '23 miles', isChosen: true },
      { name: 'Brightwater austin', distance: '795 miles', isChosen: false },
    ]);
    expect(unmeasured).toBeUndefined();
  });

  test('a company without branches has no branch', () => {
    expect(stepOf(located('company_without_locations', null), 'Branch')).toBe(
      'None: The company has no branches.',
    );
  });

  test.for([
    [{}, 'No campaign and no referring site.'],
    [{ click_id: 'gclid', referrer: 'www.google.com' }, 'the click id gclid, a link on www.google.com.'],
    [{ utm_source: 'kutx', utm_medium: 'audio', utm_term: '' }, 'utm_source=kutx, utm_medium=audio.'],
  ] as const)('names the evidence for the source: %o', ([evidence, expected]) => {
    const source = { name: 'x', channel: 'x', source: '', rule: null, evidence };

    expect(stepOf(inputOf({ now: { source } }), 'Source')).toBe(`x: ${expected}`);
  });

  test.for([
    [
      [{ phone_number: '+13035550150', location_id: 'denver' }],
      'The number of Brightwater denver for sources without their own number.',
    ],
    [
      [{ phone_number: '+13035550150', location_id: 'denver', source: 'direct' }],
      'The number of Brightwater denver for the source direct.',
    ],
    [
      [{ phone_number: '+13035550150', source: 'direct' }],
      'The number of all branches for the source direct.',
    ],
    [[], "The company's own number, since no tracking number applies."],
  ] as const)('names the visitors for the number: %o', ([candidates, expected]) => {
    const number = { phone_number: '+13035550150', candidates: [...candidates], pool: null };

    expect(stepOf(inputOf({ now: { number } }), 'Number')).toContain(`(303) 555-0150: ${expected}`);
  });

  test('of a cached number names its source and branch, its end, and the number for a new visitor', () => {
    const kept = {
      phone_number: '+15125550151',
      location_id: 'austin',
      source: 'paid_search',
      expires: '2026-12-22T09:00:00Z',
    };
    const told = explain(
      inputOf({
        cache: 'hit',
        kept,
        plan: {
          closest_location: { name: 'Brightwater Austin' },
          source: 'paid_search',
          phone_number: '+15125550151',
          swaps: [{ from: '+18005550142', to: '+15125550151', sms: false }],
        },
      }),
    );

    expect(told).toMatchObject({
      number: '(512) 555-0151',
      state: 'Kept',
      heading: 'A new visitor would get (303) 555-0150, because',
    });
    expect(told.story.join(' ')).toContain('until December 22, 2026');
    expect(told.story.join(' ')).toContain('for the source paid_search and Brightwater Austin');
  });

  test('mentions that the settings have changed since the lookup', () => {
    const { story } = explain(inputOf({ now: { answer: { phone_number: '+13035550199' } } }));

    expect(story.join(' ')).toContain('A new lookup would give (303) 555-0199.');
  });

  test('a page without a plan keeps the number of its HTML', () => {
    const { plan: _plan, ...rest } = inputOf();

    expect(explain({ ...rest, plan: undefined })).toMatchObject({
      number: '(800) 555-0142',
      state: 'Not swapped',
      steps: [],
    });
  });

  test('a crawler sees the number of the HTML, without steps', () => {
    expect(
      explain(inputOf({ plan: { source: 'bot', phone_number: '+18005550142', swaps: [] } })),
    ).toMatchObject({
      number: '(800) 555-0142',
      state: 'Crawler',
      steps: [],
    });
  });

  test('names the pool from which the visit leases its number', () => {
    const leased = '+13035550163';
    const swaps = [{ from: '+18005550142', to: leased, sms: false }];
    const base = inputOf({});
    const { state, story, heading, steps } = explain(
      inputOf({
        plan: { phone_number: leased, swaps, ...(base.plan && { overflow: base.plan }) },
        now: {
          number: {
            phone_number: '+13035550160',
            candidates: [],
            pool: { name: 'denver-heaters', numbers: 8, free: 6 },
          },
        },
      }),
    );

    expect({ state, heading }).toEqual({ state: 'Leased', heading: 'Why this pool' });
    expect(story[0]).toBe(
      'This visit leases (303) 555-0163, one of the 8 numbers of the pool denver-heaters. 6 are free.',
    );
    expect(steps.at(-1)).toMatchObject({ name: 'Pool', value: 'denver-heaters' });
  });
});
