// @vitest-environment happy-dom
/** Conversions: rules, platforms and the log, in words and in forms. */
import { within } from '@testing-library/dom';
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import {
  type Conversion,
  type Platform,
  type Rule,
  valueText,
  whenText,
} from '../../../../console/screens/company/conversions/conversion.ts';
import { isComplete } from '../../../../console/screens/company/conversions/rule-values.ts';
import { CompanyScreen } from '../../../../console/screens/company/screen.tsx';
import {
  type ApiAnswers,
  type ApiRequest,
  confirmWith,
  refusal,
  show,
  type Shown,
  typed,
} from '../../rendered.ts';

const RULE: Rule = {
  rule_id: '00000000-0000-4000-8000-000000000001',
  name: 'Long calls',
  when: { what: 'call', talk_seconds: 60, min_confidence: 0.8 },
  value: { unit: 'USD', value: 80 },
  platforms: ['google_ads'],
  state: 'active',
  restating: false,
} as unknown as Rule;

const GOOGLE = {
  platform: 'google_ads',
  label: 'Google Ads (file)',
  door: 'file',
  enabled: false,
  settings: {},
  fields: [
    { name: 'conversion_name', label: 'Name of the conversion', kind: 'text', is_required: true },
    { name: 'zone', label: 'Zone', kind: 'choice', choices: ['UTC', 'local'], is_required: false },
  ],
  secret: null,
  secret_set: false,
  secret_time: null,
  file_path: '/companies/x/conversions/google_ads.csv',
} as unknown as Platform;
const META = {
  ...GOOGLE,
  platform: 'meta',
  label: 'Meta',
  door: 'sent',
  fields: [],
  secret: { label: 'Access token', hint: 'Of your dataset.' },
  secret_set: true,
  file_path: null,
} as unknown as Platform;

const summary = (text: string): object => ({
  platform: 'google_ads',
  summary: text,
  values: [{ unit: 'USD', value: 160 }],
  is_enabled: false,
});

/** The answers of a company with two platforms and these rules. */
function answersWith(rules: Rule[]): ApiAnswers {
  return {
    'GET /conversions/platforms': [GOOGLE, META],
    'GET /conversions/health': { platforms: [] },
    'GET /conversions/rules': rules,
    'GET /conversions/preview': {
      rules: rules.map(({ rule_id: id }) => ({ rule_id: id, platforms: [summary('2 would be sent.')] })),
    },
    'GET /calls/places': { locations: [{ location_id: 'austin', name: 'Austin' }], sources: ['Radio'] },
    'GET /lead_settings/currencies': {
      currencies: [
        { unit: 'USD', name: 'US dollar', company_default: false },
        { unit: 'EUR', name: 'Euro', company_default: true },
      ],
    },
  };
}

function showConversions(rest: string, answers: ApiAnswers, rules: Rule[] = []): Promise<Shown> {
  return show(h(CompanyScreen, {}), {
    at: `company/conversions${rest}`,
    answers: { ...answersWith(rules), ...answers },
  });
}

const sent = ({ requests }: Shown, path: string): unknown[] =>
  requests.filter((request) => request.method !== 'GET' && request.path === path).map(({ body }) => body);

describe('a rule', () => {
  test('is previewed as it is typed once it is complete, and added with what was asked for', async () => {
    const shown = await showConversions('?over=rule', {
      'POST /conversions/preview': ({ body }: ApiRequest) => {
        const { when } = body as { when: { talk_seconds: number } };
        return {
          rules: [{ platforms: [summary(`2 under ${when.talk_seconds} seconds.`)] }],
          is_complete: true,
        };
      },
      'POST /conversions/rules': {},
    });
    const { find, user } = shown;
    await user.type(await find.findByLabelText('Name'), 'Long calls');
    await find.findByText(/^Choose a value and at least one platform/);
    await user.selectOptions(find.getByLabelText('What each is worth'), 'amount');
    await user.type(find.getByLabelText('Amount'), '1,080');
    await user.click(find.getByLabelText(/^Google Ads \(file\)/));
    await typed(user, find.getByLabelText('Talked for at least (seconds)'), '120');
    await user.click(find.getByLabelText('Missed'));
    await user.selectOptions(find.getByLabelText('From whom'), 'again');
    await user.click(
      within(find.getByRole('group', { name: /^Only these sources/ })).getByLabelText('Radio'),
    );
    await user.click(find.getByLabelText('Paid search'));
    await user.click(find.getByLabelText('Austin'));
    // The company's currency, until another one is chosen.
    const currency = find.getByLabelText<HTMLSelectElement>('Currency');
    expect(currency.value).toBe('EUR');
    await user.selectOptions(currency, 'USD');
    const preview = await find.findByText(/2 under 120 seconds\./);
    expect(preview.textContent).toBe(
      'Google Ads (file), last 30 days: 2 under 120 seconds. Together $160. Turn Google Ads (file) on to send them.',
    );
    await user.click(find.getByRole('button', { name: 'Add rule' }));
    await find.findByText('Rule added. It reports what happens from now on.');
    expect(sent(shown, '/conversions/rules')).toEqual([
      {
        name: 'Long calls',
        when: {
          what: 'call',
          talk_seconds: 120,
          outcomes: ['missed'],
          first_time: false,
          sources: ['Radio', 'paid_search'],
          locations: ['austin'],
          min_confidence: 0.8,
        },
        value: { unit: 'USD', value: 1080 },
        platforms: ['google_ads'],
      },
    ]);
  });

  test('without an amount and a platform is refused there, in a person’s words', async () => {
    const { find, user } = await showConversions('?over=rule', {
      'POST /conversions/rules': () =>
        refusal(400, 'invalid_parameter', '2 things are wrong; see errors.', [
          {
            pointer: '/value',
            code: 'invalid_parameter',
            detail: '"value": Write {unit, value}, or "lead".',
          },
          {
            pointer: '/platforms',
            code: 'invalid_parameter',
            detail: '"platforms": Choose at least one platform.',
          },
        ]),
    });
    await user.selectOptions(await find.findByLabelText('What each is worth'), 'amount');
    await user.click(find.getByRole('button', { name: 'Add rule' }));
    await find.findByText('Amount: Enter an amount and its currency.');
    await find.findByText('Report to: Choose at least one platform.');
    expect(find.getByLabelText('Amount').parentElement?.textContent).toBe(
      'AmountEnter an amount and its currency.',
    );
    expect(find.getByText('Choose at least one platform.').closest('fieldset')?.textContent).toMatch(
      /^Report to/,
    );
  });

  test('is listed with its conditions, its value and what it would have sent; changed, paused and removed', async () => {
    const path = `/conversions/rules/${RULE.rule_id}`;
    const shown = await showConversions(
      '',
      {
        [`GET ${path}`]: () => Response.json(RULE, { headers: { ETag: '"7"' } }),
        [`POST ${path}/modify`]: () => Response.json(RULE, { headers: { ETag: '"8"' } }),
        [`POST ${path}/remove`]: {},
        'POST /conversions/preview': { rules: [] },
      },
      [RULE],
    );
    const { find, user, requests } = shown;
    await find.findByText('Calls of 60 seconds or more');
    await find.findByText(/2 would be sent\./);
    expect(find.queryByText('$80 each')).not.toBeNull();
    await user.click(find.getByRole('button', { name: 'Pause Long calls' }));
    await find.findByText('Rule paused.');
    await user.click(find.getByRole('link', { name: 'Long calls' }));
    await typed(user, await find.findByLabelText('Talked for at least (seconds)'), '');
    await user.click(find.getByLabelText('Also correct what the rule has reported before'));
    await user.click(find.getByRole('button', { name: 'Save' }));
    await find.findByText('Saved.');
    expect(sent(shown, `${path}/modify`)).toEqual([
      { state: 'paused' },
      { when: { what: 'call', min_confidence: 0.8 }, restate: true },
    ]);
    expect(requests.find(({ path: at }) => at === `${path}/modify`)?.headers.get('If-Match')).toBe('"7"');

    const asked = confirmWith(false, true);
    await user.click(find.getByLabelText('Remove Long calls'));
    expect(sent(shown, `${path}/remove`)).toEqual([]);
    await user.click(find.getByLabelText('Remove Long calls'));
    await find.findByText('Rule removed.');
    expect(asked[0]).toBe('Remove the rule “Long calls”? What waits is not sent. The log stays.');
  });

  test.for([
    [
      { what: 'call', talk_seconds: 120, first_time: true },
      'Calls of 120 seconds or more, first-time callers only',
    ],
    [{ what: 'call', outcomes: ['missed', 'busy'] }, 'Calls, missed or busy'],
    [
      { what: 'text', sources: ['direct', 'email'], first_time: false },
      'Texts, returning callers only, from direct or email',
    ],
    [{ what: 'form', locations: ['austin'] }, 'Forms, for austin'],
    [{ what: 'lead_won', lead_status: 'not_a_lead' }, 'Won leads, marked as not a lead'],
  ] as const)('with the conditions %j: %s', ([when, text]) => {
    expect(whenText({ when: { min_confidence: 0.5, ...when } as unknown as Rule['when'] })).toBe(text);
  });

  test('has a value and a platform before it can be previewed', () => {
    const platforms: Rule['platforms'] = ['google_ads'];
    expect(isComplete({ value: 'lead', platforms })).toBe(true);
    expect(isComplete({ value: 'lead', platforms: [] })).toBe(false);
    expect(isComplete({ value: { unit: 'USD', value: Number.NaN }, platforms })).toBe(false);
    expect(isComplete({ value: { unit: 'US', value: 1 }, platforms })).toBe(false);
    expect([valueText({ value: 'lead' }), valueText({ value: { unit: 'USD', value: 80 } })]).toEqual([
      'Its own value',
      '$80 each',
    ]);
  });
});

describe('a platform', () => {
  const path = '/conversions/platforms/google_ads';

  test('says the address of its file; a fault has the focus, and what is saved goes over the version that was read', async () => {
    let isRefused = true;
    const shown = await showConversions('/google_ads', {
      [`GET ${path}`]: () => Response.json(GOOGLE, { headers: { ETag: '"3"' } }),
      [`PUT ${path}`]: ({ body }: ApiRequest) =>
        isRefused
          ? refusal(400, 'invalid', 'Invalid.', [
              { pointer: '/settings/conversion_name', detail: 'Name the conversion.' },
            ])
          : Response.json({ ...GOOGLE, ...(body as object) }, { headers: { ETag: '"4"' } }),
    });
    const { find, user, requests } = shown;
    await find.findByRole('heading', { name: 'The file to fetch' });
    expect(find.getByLabelText('Address of the file').textContent).toBe(
      `${location.origin}/companies/x/conversions/google_ads.csv`,
    );
    await user.click(find.getByLabelText('Put conversions into the file'));
    await user.click(find.getByText('Save'));
    await find.findAllByText('Name the conversion.');
    const name = find.getByLabelText('Name of the conversion');
    await expect.poll(() => document.activeElement).toBe(name);
    isRefused = false;
    await user.type(name, 'Calls{Enter}');
    await find.findByText('Saved.');
    const [, saved] = requests.filter(({ method }) => method === 'PUT');
    expect(saved?.body).toEqual({ enabled: true, settings: { conversion_name: 'Calls' } });
    expect(saved?.headers.get('If-Match')).toBe('"3"');
  });

  test('keeps a secret that is not typed again, and tells how its test went', async () => {
    const meta = '/conversions/platforms/meta';
    const results = [
      { is_ok: true, detail: 'Fine.' },
      { is_ok: false, detail: 'No token.' },
    ];
    const shown = await showConversions('/meta', {
      [`GET ${meta}`]: () => Response.json(META, { headers: { ETag: '"3"' } }),
      [`PUT ${meta}`]: () => Response.json(META, { headers: { ETag: '"4"' } }),
      [`POST ${meta}/test`]: () => results.shift() ?? {},
    });
    const { find, user } = shown;
    await user.click(await find.findByLabelText('Send conversions'));
    await user.click(find.getByText('Save'));
    await find.findByText('Saved.');
    const secret = find.getByLabelText<HTMLInputElement>('Access token');
    await user.type(secret, 'new token');
    await user.click(find.getByText('Save'));
    await expect.poll(() => secret.value).toBe('');
    expect(sent(shown, meta)).toEqual([
      { enabled: true, settings: {} },
      { enabled: true, settings: {}, secret: 'new token' },
    ]);
    await user.click(find.getByText('Test the connection'));
    await find.findByText('The platform answered: Fine.');
    await user.click(find.getByText('Test the connection'));
    expect(await find.findByText('The test failed. No token.')).not.toBeNull();
  });
});

describe('the log', () => {
  const CONVERSION = {
    conversion_id: 'c',
    record_id: 'r',
    rule_name: 'Long calls',
    what: 'call',
    platform: 'google_ads',
    status: 'skipped',
    words: 'without a known visit',
    detail: null,
    next_attempt_time: null,
    request_id: null,
    event_time: '2026-01-20T12:00:00Z',
    value: { unit: 'USD', value: 80 },
    sent_value: { unit: 'USD', value: 60 },
  } as unknown as Conversion;

  test('says what was not sent and why, leads to the record, and is asked by its filters', async () => {
    const shown = await showConversions('/log?reason=no_visit', {
      'GET /conversions/outbox': ({ path }: ApiRequest) => ({
        conversions: path.includes('reason=no_visit')
          ? [CONVERSION, { ...CONVERSION, conversion_id: 'f', what: 'form' }]
          : [],
        next_cursor: null,
      }),
    });
    const { find, user, companyId } = shown;
    await find.findAllByText('Google Ads (file)', { selector: 'td' });
    const [row] = document.querySelectorAll('tbody tr');
    expect(row?.textContent).toMatch(
      /^Call Jan 20, 2026Long callsNot sentwithout a known visitGoogle Ads \(file\)\$80sent as \$60$/,
    );
    const links = ['Call', 'Form'].map((name) => find.getByRole('link', { name }).getAttribute('href'));
    expect(links).toEqual([
      `/console/${companyId}/calls/list?over=call&id=r`,
      `/console/${companyId}/reports/forms?from=2026-01-19&to=2026-01-21&include=spam`,
    ]);
    await user.selectOptions(find.getByLabelText('Reason'), 'No consent');
    await find.findByText('No conversions with these filters.');
    expect(location.search).toBe('?reason=no_consent');
  });
});
