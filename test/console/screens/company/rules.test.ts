// @vitest-environment happy-dom
/** Rules on calls: in words, added, changed, tried, moved and removed. */
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import {
  conditionsOf,
  fieldOf,
  type Rule,
  thenText,
  whenText,
} from '../../../../console/screens/company/rules/rule.ts';
import { CompanyScreen } from '../../../../console/screens/company/screen.tsx';
import { type ApiAnswers, type ApiRequest, refusal, show, type Shown, typed } from '../../rendered.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER_ID = '00000000-0000-4000-8000-000000000002';

const BOOKED: Rule = {
  rule_id: ID,
  name: 'Appointments',
  version: 3,
  when: {
    all: [
      {
        said: {
          by: 'caller',
          any: ['make an appointment', 'book*'],
          none: ['wrong number'],
          within_seconds: 120,
        },
      },
      { outcome: ['answered'] },
      { talk_seconds: { gte: 45, lte: 900 } },
      { source: ['paid_search'] },
    ],
  },
  then: { tags: ['appointment'], lead_status: 'good', value: { unit: 'USD', value: 80 } },
};
const MISSED: Rule = {
  rule_id: OTHER_ID,
  name: 'Missed',
  version: 1,
  when: { all: [{ outcome: ['missed'] }] },
  then: { tags: ['missed'] },
};

const CURRENCIES = {
  currencies: [
    { name: 'Euro', unit: 'EUR', symbol: '€', rate: 0.9, show: true, company_default: true },
    { name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1, show: true, company_default: false },
  ],
};

const MARIA = '00000000-0000-4000-8000-00000000000a';
const PEOPLE = [
  { user_id: MARIA, name: 'Maria', email: 'maria@example.com', role_id: 'agent', is_suspended: false },
  { user_id: ID, name: 'Vic', email: 'vic@example.com', role_id: 'viewer', is_suspended: false },
];
const STATES = [{ name: 'contacted', label: 'Contacted', color: '#123456' }];
const NAMES = { people: new Map([[MARIA, 'Maria']]), states: new Map([['contacted', 'Contacted']]) };

/** Shows the rules of a company whose rules are replaced. */
function showRules(query: string, rules: Rule[], answers: ApiAnswers = {}): Promise<Shown> {
  return show(h(CompanyScreen, {}), {
    at: `company/rules${query}`,
    answers: {
      'GET /contact_rules': () => Response.json(rules, { headers: { ETag: '"7"' } }),
      'PUT /contact_rules': ({ body }: ApiRequest) => Response.json(body, { headers: { ETag: '"8"' } }),
      'GET /lead_settings/currencies': CURRENCIES,
      'GET /lead_settings/states': STATES,
      'GET /users': PEOPLE,
      ...answers,
    },
  });
}

const sent = ({ requests }: Shown, method: string): [body: unknown, ifMatch: string | null][] =>
  requests
    .filter((request) => request.method === method)
    .map(({ body, headers }) => [body, headers.get('If-Match')]);

describe('a rule in words', () => {
  test.for([
    [
      BOOKED,
      '“make an appointment” or “book*” said by the caller, not “wrong number”, within 120 seconds, answered, talked for 45 seconds or more, talked for 900 seconds or less, 1 more condition',
      'appointment, Good lead, $80',
    ],
    [MISSED, 'missed', 'missed'],
    [
      { ...MISSED, then: { assign: MARIA, state: 'contacted', notify: ['managers', MARIA] } },
      'missed',
      'assigned to Maria, moved to Contacted, told to the managers and Maria',
    ],
    [
      { ...MISSED, then: { assign: ID, state: 'won' } },
      'missed',
      'assigned to somebody who has left, moved to won',
    ],
  ] satisfies [Rule, string, string][])('%#', ([rule, when, then]) => {
    expect([whenText(rule), thenText(rule, NAMES)]).toEqual([when, then]);
  });

  test('a rule that asks for what is not said says by whom', () => {
    const when = { all: [{ said: { by: 'agent' as const, none: ['thank you'] } }] };

    expect(whenText({ when })).toBe('not “thank you” said by whoever answers');
  });
});

test.for([
  ['/3/name', '/name'],
  ['/3/when/all', '/any'],
  ['/3/when/all/0/said', '/any'],
  ['/3/when/all/0/said/any/2', '/any'],
  ['/3/when/all/0/said/none/0', '/none'],
  ['/3/when/all/0/said/within_seconds', '/within_seconds'],
  ['/3/when/all/1/outcome/0', '/outcome'],
  ['/3/when/all/2/talk_seconds/gte', '/talk_seconds'],
  ['/3/then', '/tags'],
  ['/3/then/tags/1', '/tags'],
  ['/3/then/value/value', '/value/value'],
  ['/3/then/lead_status', '/lead_status'],
  ['/3/then/assign', '/assign'],
  ['/3/then/state', '/state'],
  ['/3/then/notify/1', '/notify'],
] as const)('a fault at %s is said at %s', ([pointer, field]) => {
  expect(fieldOf(pointer)).toBe(field);
});

test('is added with what was asked for', async () => {
  const shown = await showRules('?over=call-rule', [MISSED]);
  const { find, user } = shown;
  await user.type(await find.findByLabelText('Name'), 'Quotes');
  await user.type(find.getByLabelText('If one of these is said'), 'need a quote\n\nwhat do you charge');
  await user.selectOptions(find.getByLabelText('Who says it'), 'caller');
  await typed(user, find.getByLabelText('Within the first (seconds)'), '60');
  await user.click(find.getByLabelText('Answered'));
  await typed(user, find.getByLabelText('Talked for at least (seconds)'), '30');
  await typed(user, find.getByLabelText('Tags'), 'quote, new');
  await user.selectOptions(find.getByLabelText('Rating'), 'good');
  await typed(user, await find.findByLabelText('Value'), '1,080');
  await user.click(find.getByRole('button', { name: 'Add rule' }));
  await find.findByText('Saved.');

  expect(sent(shown, 'PUT')).toEqual([
    [
      [
        MISSED,
        {
          name: 'Quotes',
          when: {
            all: [
              { said: { by: 'caller', any: ['need a quote', 'what do you charge'], within_seconds: 60 } },
              { outcome: ['answered'] },
              { talk_seconds: { gte: 30 } },
            ],
          },
          then: { tags: ['quote', 'new'], value: { unit: 'EUR', value: 1080 }, lead_status: 'good' },
        },
      ],
      '"7"',
    ],
  ]);
});

test('assigns the lead to people who may have leads, and moves it', async () => {
  const shown = await showRules('?over=call-rule', []);
  const { find, user } = shown;
  await user.type(await find.findByLabelText('Name'), 'For Maria');
  await user.click(find.getByLabelText('Missed'));
  const choices = find.getByLabelText<HTMLSelectElement>('Assign the lead to');
  await expect.poll(() => [...choices.options].map(({ text }) => text)).toEqual(['Nobody', 'Maria']);
  await user.selectOptions(choices, 'Maria');
  await user.selectOptions(find.getByLabelText('Move the lead to'), 'Contacted');
  await user.selectOptions(find.getByLabelText('Tell'), 'The managers');
  await user.click(find.getByRole('button', { name: 'Add rule' }));
  await find.findByText('Saved.');

  const then = { assign: MARIA, state: 'contacted', notify: ['managers'] };
  expect(sent(shown, 'PUT')).toMatchObject([[[{ then }], '"7"']]);
});

test.for([
  ['before their lists are there', () => new Promise(() => undefined)],
  ['after they have left', []],
] as const)('keeps whom a lead goes to and where %s', async ([, list]) => {
  const then = { assign: MARIA, state: 'won', notify: [MARIA, 'owner'] };
  const lists = { 'GET /users': list, 'GET /lead_settings/states': list };
  const shown = await showRules(`?over=call-rule&id=${OTHER_ID}`, [{ ...MISSED, then }], lists);
  const { find, user } = shown;
  await typed(user, await find.findByLabelText('Name'), 'Lost');
  await user.click(find.getByRole('button', { name: 'Save' }));
  await find.findByText('Saved.');

  expect(sent(shown, 'PUT')).toMatchObject([[[{ name: 'Lost', then }], '"7"']]);
});

test('keeps what its form has no fields for, and its place', async () => {
  const shown = await showRules(`?over=call-rule&id=${ID}`, [BOOKED, MISSED]);
  const { find, user } = shown;
  await find.findByText('It has 1 more condition, set over the API. They stay as they are.');
  await typed(user, await find.findByLabelText('Name'), 'Booked');
  await user.click(find.getByRole('button', { name: 'Save' }));
  await find.findByText('Saved.');

  expect(sent(shown, 'PUT')).toEqual([[[{ ...BOOKED, name: 'Booked' }, MISSED], '"7"']]);
});

test('that somebody else has changed meanwhile is replaced once one knows it', async () => {
  let version = 7;
  const theirs = { ...BOOKED, name: 'Theirs' };
  const shown = await showRules(`?over=call-rule&id=${ID}`, [BOOKED], {
    'GET /contact_rules': () =>
      Response.json([version === 7 ? BOOKED : theirs], { headers: { ETag: `"${version}"` } }),
    'PUT /contact_rules': ({ body, headers }: ApiRequest) => {
      version = 8;
      return headers.get('If-Match') === '"8"'
        ? Response.json(body)
        : refusal(412, 'precondition_failed', 'Newer.');
    },
  });
  const { find, user } = shown;
  await typed(user, await find.findByLabelText('Name'), 'Mine');
  await user.click(find.getByRole('button', { name: 'Save' }));
  await find.findByText(/^Somebody else has changed this rule meanwhile/);
  await user.click(find.getByRole('button', { name: 'Save' }));
  await find.findByText('Saved.');

  expect(sent(shown, 'PUT').at(-1)).toEqual([[{ ...theirs, ...BOOKED, name: 'Mine' }], '"8"']);
});

test('is tried on the last 30 days as it stands in the form', async () => {
  const shown = await showRules('?over=call-rule', [], {
    'POST /contact_rules/preview': {
      call_count: 340,
      transcript_count: 300,
      match_count: 12,
      is_complete: false,
      newest: [{ call_id: OTHER_ID, time: '2026-01-02T03:04:05.678Z', words: 'book*', second: 42.5 }],
    },
  });
  const { find, user } = shown;
  await user.type(await find.findByLabelText('If one of these is said'), 'book*');
  await user.click(find.getByRole('button', { name: 'Try on the last 30 days' }));
  await find.findByText(
    'It would have marked 12 of 340 calls, in 300 of which words were read. There were more calls than a trial looks at.',
  );
  const example = find.getByText(/“book\*” at 0:42/);

  expect(sent(shown, 'POST')).toEqual([
    [{ when: { all: [{ said: { by: 'either', any: ['book*'] } }] } }, null],
  ]);
  expect(example.querySelector('a')?.getAttribute('href')).toMatch(new RegExp(`over=call&id=${OTHER_ID}$`));
});

test('that cannot be tried says why', async () => {
  const { find, user } = await showRules('?over=call-rule', [], {
    'POST /contact_rules/preview': () =>
      refusal(400, 'invalid_parameter', '"when.all": Write at least one condition.'),
  });
  await user.click(await find.findByRole('button', { name: 'Try on the last 30 days' }));

  expect((await find.findByText(/Write at least one condition\./)).className).toBe('fault');
});

test('is moved up and removed, each with Undo', async () => {
  const shown = await showRules('', [BOOKED, MISSED]);
  const { find, user } = shown;
  await user.click(await find.findByRole('button', { name: 'Move Missed up' }));
  await find.findByText('Saved.');
  await user.click(find.getByRole('button', { name: 'Remove Appointments' }));
  await expect.poll(() => sent(shown, 'PUT').length).toBe(2);

  expect(sent(shown, 'PUT')).toEqual([
    [[MISSED, BOOKED], '"7"'],
    [[MISSED], '"8"'],
  ]);
  expect(conditionsOf(MISSED.when)).toEqual({
    said: undefined,
    outcome: ['missed'],
    talk: undefined,
    others: [],
  });
});
