// @vitest-environment happy-dom
/** Who rings: the rules in words, their form, the lists of callers, the accounts, and what two people change at once. */
import { keptName } from '../../../../console/api/kept-work.ts';
import { describe, expect, test } from 'vitest';
import { callSentence, stepText } from '../../../../console/screens/phone/trial/call-sentence.ts';
import {
  changesOf,
  mergePhone,
  type PhoneSettings,
  scopeOf,
  withRules,
} from '../../../../console/screens/phone/phone-settings.ts';
import { partName, partText, ruleText, summaryOf } from '../../../../console/screens/phone/rule-words.ts';
import { type ApiRequest, confirmWith, refusal, typed } from '../../rendered.ts';
import { location } from '../../../harness/dni-company.ts';
import type { DniLocation } from '../../../../console/screens/draft/dni-settings.ts';
import { publishedWith, showNumbers } from '../numbers/settings-server.ts';
import { ANN, answersOf, CALLS, keptWith, NAMES, showPhone, TWILIO } from './kept-phone.ts';

const SID = `AC${'0a'.repeat(16)}`;

describe('the rules', () => {
  test('of all calls name who rings in order, and are published', async () => {
    const kept = keptWith();
    const { find, user } = await showPhone('?over=rules&key=defaults', kept);
    await user.selectOptions(await find.findByLabelText('Who rings', { selector: 'select' }), 'list');
    await typed(user, await find.findByLabelText('Phone 1'), '12');
    await typed(user, find.getByLabelText('Seconds of each turn'), '4');
    await user.click(find.getByText('Save to draft'));
    await find.findAllByText(/^This is not a phone number\./);
    expect(find.getByLabelText('Seconds of each turn').getAttribute('aria-invalid')).toBe('true');

    await typed(user, find.getByLabelText('Phone 1'), '(206) 555-0140');
    await typed(user, find.getByLabelText('Seconds of each turn'), '20');
    await user.click(find.getByText('Add somebody'));
    await user.selectOptions(await find.findByLabelText('Person 2'), 'Ann Lee');
    await user.click(find.getByLabelText('Move 2 up'));
    await user.selectOptions(find.getByLabelText('Greeting'), 'Nothing');
    await user.selectOptions(find.getByLabelText('When nobody answers'), 'a message is played');
    await user.click(find.getByText('Save to draft'));
    await find.findByText('4 unpublished changes');
    await find.findByText(/^Who rings: Ann Lee, \(206\) 555-0140\. Seconds of each turn: 20\./);
    expect(kept.version).toBe(1);
    await user.click(find.getByText('Review and publish'));
    await find.findByText('All calls: Who rings');
    await user.click(find.getByText('Publish 4 changes'));
    await find.findByText('Published. The next call rings by these rules.');
    expect(kept.settings.defaults).toEqual({
      ring: [{ user_id: ANN }, { number: '+12065550140' }],
      timeout_seconds: 20,
      voicemail: false,
      greeting: null,
    });
  });

  test.for([
    ['locations/aarhus', '20 12 34 56', '+4520123456'],
    // The number stands for Aarhus.
    ['numbers/+4512345678', '20 12 34 56', '+4520123456'],
    ['locations/austin', '(206) 555-0140', '+12065550140'],
  ])('of %s ring numbers as its country writes them', async ([key = '', written = '', read = '']) => {
    const kept = keptWith();
    const locations = [
      location('aarhus', { country: 'DK' }),
      location('austin', { country: '' }),
    ] as unknown as DniLocation[];
    const numbers = [{ phone_number: '+4512345678', location_id: 'aarhus', sms: true }];
    const published = publishedWith({ locations, numbers });
    const query = `phone?${new URLSearchParams({ over: 'rules', key })}`;
    const { find, user } = await showNumbers(query, published, { answers: answersOf(kept) });
    await user.selectOptions(await find.findByLabelText('Who rings', { selector: 'select' }), 'list');
    await typed(user, await find.findByLabelText('Phone 1'), written);
    await user.click(find.getByText('Save to draft'));
    await user.click(await find.findByText('Review and publish'));
    await user.click(await find.findByText('Publish 1 change'));
    await find.findByText('Published. The next call rings by these rules.');

    const [kind = '', id = ''] = key.split('/');
    expect(kept.settings[kind as 'locations'][id]).toEqual({ ring: [{ number: read }] });
  });

  test('say who gets a text after a missed call, when, and with which words', async () => {
    const kept = keptWith();
    const { find, user } = await showPhone('?over=rules&key=defaults', kept);
    await user.selectOptions(
      await find.findByLabelText('Text after a missed call'),
      'to everybody who reached nobody',
    );
    find.getByText(/^Now: Sorry we missed your call! This is \{company\}\./);
    await user.selectOptions(find.getByLabelText('Text while open'), 'This text');
    await typed(user, find.getByLabelText('Text while open: text'), 'Sorry! {{company}');
    await user.selectOptions(find.getByLabelText('Text while closed'), 'Nothing');
    await typed(user, find.getByLabelText('Minutes until the text'), '90');
    await user.click(find.getByText('Save to draft'));
    await find.findAllByText('Enter 1 to 60 minutes, or leave it empty.');

    await typed(user, find.getByLabelText('Minutes until the text'), '10');
    await user.click(find.getByText('Save to draft'));
    await find.findByText(
      /^Minutes until the text: 10\. .*: to everybody who reached nobody\. .*Sorry! \{company\}/,
    );
    await user.click(find.getByText('Review and publish'));
    await user.click(await find.findByText('Publish 4 changes'));
    await find.findByText('Published. The next call rings by these rules.');
    expect(kept.settings.defaults).toEqual({
      ...CALLS.defaults,
      text_back: 'missed',
      text_back_minutes: 10,
      text_back_open: 'Sorry! {company}',
      text_back_closed: null,
    });
  });

  test('of a number are those of all calls again', async () => {
    const kept = keptWith({ numbers: { '+13035550101': { record: 'on' } } });
    const { find, user } = await showPhone('?over=rules&key=numbers%2F%2B13035550101', kept);
    await user.click(await find.findByText('As all calls'));
    await find.findByText('Rules for (303) 555-0101 removed in the draft.');
    expect(find.queryByText('Recording: on')).toBeNull();
    await user.click(find.getByText('Undo'));
    expect(await find.findByText('Recording: on')).not.toBeNull();
  });

  test.for([
    ['ring', 'location', 'the location’s phones and people'],
    [
      'ring',
      [{ number: '+12065550140' }, { user_id: ANN }, { user_id: 'x' }],
      '(206) 555-0140, Ann Lee, a removed user',
    ],
    ['when_closed', 'next_open', 'the closest open location rings'],
    ['voicemail', false, 'a message is played'],
    ['greeting', null, 'nothing'],
    ['timeout_seconds', 20, '20'],
    ['screening', undefined, 'not set'],
    ['text_back', 'no_voicemail', 'to those who left no voicemail either'],
    ['text_back_closed', null, 'nothing'],
  ] as const)('%s as %j is: %s', ([rule, value, text]) => {
    expect(ruleText(rule, value, NAMES)).toBe(text);
  });

  test('are named by what they are for', () => {
    const part = { scope: { kind: 'locations', id: 'denver' }, rule: 'whisper' } as const;
    expect(partName(part, NAMES)).toBe('Denver: Whisper');
    expect(partName({ list: 'blocked', number: '+12025550199' }, NAMES)).toBe(
      'Blocked caller (202) 555-0199',
    );
    expect(partText({ list: 'blocked', number: '+12025550199' }, undefined, NAMES)).not.toBe(
      partText({ list: 'blocked', number: '+12025550199' }, true, NAMES),
    );
    expect(summaryOf({ record: 'off', language: 'es-MX' }, NAMES)).toMatch(
      /^Recording: off\. Language: .*Spanish/,
    );
    expect(
      ['defaults', 'locations/austin', 'numbers/+1512', 'locations', 'defaults/x', 'x'].map(scopeOf),
    ).toEqual([
      { kind: 'defaults', id: '' },
      { kind: 'locations', id: 'austin' },
      { kind: 'numbers', id: '+1512' },
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('two people', () => {
  test('who publish at once are merged, and the second one is told', async () => {
    const kept = keptWith();
    const { find, user } = await showPhone('?over=callers', kept);
    await user.type(await find.findByLabelText('Blocked callers'), '(202) 555-0199');
    await user.click(find.getByText('Save to draft'));
    await find.findByText('1 unpublished change');
    expect(localStorage.getItem(keptName('calls'))).toContain('+12025550199');
    kept.settings = { ...kept.settings, blocked: ['+12025550101'], defaults: { greeting: 'Good day.' } };
    kept.version += 1;
    await user.click(find.getByText('Review and publish'));
    await user.click(await find.findByText('Publish 1 change'));
    await find.findByText(/^Somebody else published in the meantime\./);
    await user.click(find.getByText('Publish 1 change'));
    await find.findByText('Published. The next call rings by these rules.');
    expect(kept.settings).toMatchObject({
      defaults: { greeting: 'Good day.' },
      blocked: ['+12025550101', '+12025550199'],
    });
  });

  test('are merged rule by rule; what both changed differently is a conflict, and mine is kept', () => {
    const base: PhoneSettings = {
      ...CALLS,
      blocked: ['+12025550101'],
      locations: { denver: { timeout_seconds: 20 } },
    };
    const mine = {
      ...withRules(base, { kind: 'locations', id: 'denver' }, { timeout_seconds: 30, record: 'on' as const }),
      blocked: [],
      carriers: [],
    };
    const theirs = {
      ...withRules(base, { kind: 'locations', id: 'denver' }, {}),
      blocked: ['+12025550101', '+12025550102'],
      defaults: {},
    };
    const { settings, conflicts } = mergePhone(base, mine, theirs);

    expect(settings).toEqual({
      ...theirs,
      blocked: ['+12025550102'],
      locations: { denver: { timeout_seconds: 30, record: 'on' } },
    });
    expect(conflicts).toEqual([
      { part: { scope: { kind: 'locations', id: 'denver' }, rule: 'timeout_seconds' }, theirs: undefined },
    ]);
    expect(changesOf(base, { ...base, carriers: [] })).toEqual([]);
  });

  test('who each write a list of callers keep both their entries', async () => {
    const kept = keptWith({ blocked: ['+12025550101', '+12025550102'] });
    const { find, user } = await showPhone('?over=callers', kept);
    const blocked = await find.findByLabelText<HTMLTextAreaElement>('Blocked callers');
    expect(blocked.value).toBe('(202) 555-0101\n(202) 555-0102');
    await typed(user, blocked, '(202) 555-0102\nnobody');
    await user.click(find.getByText('Save to draft'));
    await find.findAllByText('“nobody” is not a phone number.');
    await typed(user, find.getByLabelText('Blocked callers'), '(202) 555-0102, +12025550103');
    await user.click(find.getByText('Save to draft'));
    await user.click(await find.findByText('Review and publish'));
    await user.click(await find.findByText('Publish 2 changes'));
    await find.findByText('Published. The next call rings by these rules.');
    expect(kept.settings.blocked).toEqual(['+12025550102', '+12025550103']);
  });
});

test('rules that the server refuses lead to their form and name the value', async () => {
  const { find, user } = await showPhone('?over=rules&key=locations/denver', keptWith(), {
    'PUT /calls/settings': () =>
      refusal(400, 'invalid', 'Invalid.', [
        {
          pointer: '/locations/denver/timeout_seconds',
          code: 'invalid_parameter',
          detail: '"locations.denver.timeout_seconds": Invalid value: Expected <=60 but received 70',
        },
        {
          pointer: '/locations/denver/ring/0/number',
          code: 'invalid_phone',
          detail: 'This phone cannot ring: it is an emergency number.',
        },
        { pointer: '/blocked/0', code: 'invalid_phone', detail: 'This is not a phone number.' },
      ]),
  });
  await typed(user, await find.findByLabelText('Seconds of each turn'), '50');
  await user.click(find.getByText('Save to draft'));
  await user.click(await find.findByText('Review and publish'));
  await user.click(await find.findByText('Publish 1 change'));
  await find.findByText(/^Nothing was published\. 3 entries need fixing:/);
  const faults = [...document.querySelectorAll('.notice.danger li')].map(({ textContent }) => textContent);
  expect(faults).toEqual([
    'Denver: Seconds of each turn: At most 60.',
    'Denver: This phone cannot ring: it is an emergency number.',
    'The lists of numbers: This is not a phone number.',
  ]);

  await user.click(find.getAllByRole('link', { name: 'Denver' }).at(-1) as Element);
  await expect.poll(() => find.queryByLabelText<HTMLInputElement>('Seconds of each turn')?.value).toBe('50');
});

describe('an account', () => {
  test('is added beside others, and what the server refuses stands at its field', async () => {
    const kept = keptWith();
    let isRefused = true;
    const put = answersOf(kept)['PUT /calls/settings'] as (request: ApiRequest) => unknown;
    const { find, user } = await showPhone('?over=carrier', kept, {
      'PUT /calls/settings': (request: ApiRequest) =>
        isRefused
          ? refusal(400, 'invalid', 'Invalid.', [
              { pointer: '/carriers/1/account_id', detail: 'Write the id as the carrier shows it.' },
              { pointer: '/carriers/1/secrets', detail: 'Write the token.' },
            ])
          : put(request),
      'POST /calls/accounts/check': { is_ok: true, detail: '', numbers: [] },
    });
    await user.type(await find.findByLabelText('Account SID'), SID);
    await user.click(find.getByText('Save'));
    await find.findAllByText('Write the id as the carrier shows it.');
    expect(find.getByLabelText('Account SID').getAttribute('aria-invalid')).toBe('true');
    expect(find.getByLabelText('Auth token').getAttribute('aria-invalid')).toBe('true');
    isRefused = false;
    await user.type(find.getByLabelText('Auth token'), 'token');
    await user.type(find.getByLabelText('API key SID (optional)'), 'SK1');
    await user.type(find.getByLabelText('API key secret (optional)'), 'secret');
    await user.click(find.getByText('Save'));
    await find.findByText('Account added.');
    expect(kept.settings.carriers).toEqual([
      { ...TWILIO },
      { carrier: 'twilio', account_id: SID, secrets: ['token'], api: { user: 'SK1', secret: 'secret' } },
    ]);
  });

  test.for([
    [
      'AC12',
      'https://twilio.example',
      undefined,
      /^Check the account SID AC12, if this is Twilio\. It is AC and 32/,
    ],
    [
      SID,
      '',
      { is_ok: false, detail: 'Twilio refuses the API key.', numbers: [] },
      'Check the account: Twilio refuses the API key.',
    ],
  ] as const)('%s that seems wrong is doubted once it is saved', async ([id, base, check, told]) => {
    const { find, user } = await showPhone('?over=carrier', keptWith({}), {
      ...(check && { 'POST /calls/accounts/check': check }),
    });
    await user.type(await find.findByLabelText('Account SID'), id);
    await user.type(find.getByLabelText('Auth token'), 'token');
    await user.type(find.getByLabelText('API key secret (optional)'), 'secret');
    if (base !== '') await user.type(find.getByLabelText('Address of the API (optional)'), base);
    await user.click(find.getByText('Save'));
    await find.findByText('Account added.');
    expect(await find.findByText(told)).not.toBeNull();
  });

  test.for(['AC12', `SK${'0a'.repeat(16)}`, `${SID}0`, `AC${'0g'.repeat(16)}`])(
    'of Twilio itself is refused at its field with an id that is no account SID: %s',
    async (id) => {
      const kept = keptWith({ carriers: [] });
      const { find, user } = await showPhone('?over=carrier', kept);
      await user.type(await find.findByLabelText('Account SID'), id);
      await user.type(find.getByLabelText('Auth token'), 'token');
      await user.click(find.getByText('Save'));
      await find.findAllByText(
        /^This is no account SID of Twilio\. It is AC and 32 digits or letters from a to f/,
      );

      expect(find.getByLabelText('Account SID').getAttribute('aria-invalid')).toBe('true');
      expect(find.getByLabelText<HTMLInputElement>('Auth token').value).toBe('token');
      expect(kept.settings.carriers).toEqual([]);
    },
  );

  test('is removed after a question, since nothing brings back its secrets', async () => {
    const kept = keptWith({ carriers: [{ ...TWILIO }] as PhoneSettings['carriers'] });
    const { find, user } = await showPhone('?over=carrier&key=twilio%2FAC1', kept);
    const asked = confirmWith(false, true);
    await user.click(await find.findByText('Remove'));
    expect(kept.settings.carriers).toHaveLength(1);
    await user.click(find.getByText('Remove'));
    await find.findByText('Account removed.');
    expect(kept.settings.carriers).toEqual([]);
    expect(asked[0]).toBe(
      'Remove the account Twilio AC1? Its numbers ring nobody then. To add it again, you need its secrets.',
    );
  });

  test('keeps its secrets when they are not typed again', async () => {
    const kept = keptWith({
      carriers: [
        { ...TWILIO },
        { carrier: 'telnyx', account_id: 'T1', secrets: 1, api: { user: '', base: 'https://a.example' } },
      ] as PhoneSettings['carriers'],
    });
    const { find, user } = await showPhone('?over=carrier&key=telnyx%2FT1', kept);
    await user.click(await find.findByText('Save'));
    await find.findByText('Account saved.');
    expect(kept.settings.carriers[1]).toEqual({
      carrier: 'telnyx',
      account_id: 'T1',
      secrets: 1,
      api: { user: '', secret: true, base: 'https://a.example' },
    });
  });
});

test.for([
  [
    {},
    'A call to Denver’s number (303) 555-0101 rings Ann Lee and (206) 555-0140 for 20 s, then the voicemail answers.',
  ],
  [{ rings: [] }, 'A call to Denver’s number (303) 555-0101 rings nobody: the voicemail answers.'],
  [
    { rings: [], location_id: null, first: ['say', 'hangup'], rules: { voicemail: true } },
    'A call to (303) 555-0101 rings nobody: a message is played.',
  ],
  [
    { rings: [], menu_id: 'main', first: ['gather', 'redirect'] },
    'A call to Denver’s number (303) 555-0101 is answered by the menu “Main menu”. Who rings depends on the key:',
  ],
  [{ first: ['reject'] }, 'A call to Denver’s number (303) 555-0101 is refused: the caller is blocked.'],
] as const)('a preview with %j: %s', ([parts, sentence]) => {
  const preview = {
    number: '+13035550101',
    location_id: 'denver',
    rings: [[{ user_id: ANN, number: '+12065550199' }, { number: '+12065550140' }]],
    rules: { timeout_seconds: 20 },
    first: ['dial'],
    steps: [],
    ...parts,
  };
  expect(callSentence(preview as unknown as Parameters<typeof callSentence>[0], NAMES)).toBe(sentence);
});

test('the steps of a preview name the people who ring, and write other phones as people do', () => {
  const rings = [[{ user_id: ANN, number: '+12065550199' }, { number: '+12065550140' }]];
  const detail = 'Whoever answers a mobile presses 1: +12065550199, +12065550140.';

  expect(stepText(detail, { rings }, NAMES)).toBe(
    'Whoever answers a mobile presses 1: Ann Lee (206) 555-0199, (206) 555-0140.',
  );
});
