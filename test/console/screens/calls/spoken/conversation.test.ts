// @vitest-environment happy-dom
/** What was said in a call: who spoke, pressed passages that play, the one that is spoken, search, and what is missing. */
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import type { Call } from '../../../../../console/screens/calls/call.ts';
import { Conversation } from '../../../../../console/screens/calls/spoken/conversation.tsx';
import { type Shown, show } from '../../../rendered.ts';

const CALL = {
  call_id: 'c1',
  direction: 'inbound',
  lead_name: 'Ann Lee',
  caller_name: null,
  from: '+12065550123',
  answered_by: { number: '+15125550140', user_id: 'u1' },
  placed_by: null,
  recording: { seconds: 40, announced: true },
} as unknown as Call;

const SAID = [
  { speaker: 'agent', start: 0.5, end: 3, text: 'Brightwater, good morning.' },
  { speaker: 'caller', start: 4, end: 8, text: 'Our heater leaks.' },
  { speaker: 'caller', start: 8, end: 11, text: 'It is in the café.' },
  { speaker: 'agent', start: 65, end: 70, text: 'We come at one.' },
];

async function shown(transcript: object, call: Partial<Call> = {}, user = {}): Promise<Shown> {
  const blank = {
    call_id: 'c1',
    state: 'done',
    engine: 'server',
    language: 'en',
    seconds: 40,
    redactions: 0,
  };
  return show(h(Conversation, { call: { ...CALL, ...call } }), {
    user,
    answers: {
      'GET /calls/c1/transcript': { ...blank, segments: SAID, ...transcript },
      'GET /users': [{ user_id: 'u1', name: 'Ben Ortiz' }],
    },
  });
}

const passages = (): string[] =>
  [...document.querySelectorAll('.conversation li')].map((each) => each.textContent ?? '');

test('each passage has its time, and who begins to speak is named', async () => {
  const { find } = await shown({});
  await find.findByText('We come at one.');
  await find.findAllByText('Ben Ortiz');
  expect(passages()).toEqual([
    'Ben Ortiz0:00Brightwater, good morning.',
    'Ann Lee0:04Our heater leaks.',
    '0:08It is in the café.',
    'Ben Ortiz1:05We come at one.',
  ]);
});

test('a press plays from there, and the passage that is spoken is marked', async () => {
  const { find, user } = await shown({});
  await user.click(await find.findByText('We come at one.'));
  const audio = document.querySelector('audio');
  if (audio === null) throw new Error('There is no player.');
  expect(audio.currentTime).toBe(65);

  const marked = (): string | undefined =>
    document.querySelector('.conversation [aria-current]')?.lastElementChild?.textContent;
  for (const [time, text] of [
    [9, 'It is in the café.'],
    [12, 'It is in the café.'],
    [66, 'We come at one.'],
    [0.2, undefined],
  ] as const) {
    audio.currentTime = time;
    audio.dispatchEvent(new Event('timeupdate'));
    await vi.waitFor(() => expect(marked()).toBe(text));
  }
});

test('the list follows what is spoken, and nothing around it moves', async () => {
  const { find } = await shown({});
  await find.findByText('We come at one.');
  const list = document.querySelector('.conversation ol');
  const audio = document.querySelector('audio');
  if (list === null || audio === null) throw new Error('There is no conversation.');
  const boxOf = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect;
  list.getBoundingClientRect = boxOf(100, 200);
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const passageAt = (index: number): Element => {
    const passage = list.querySelectorAll('.passage')[index];
    if (passage === undefined) throw new Error('There is no such passage.');
    return passage;
  };
  for (const [index, time, box, top] of [
    [3, 66, boxOf(250, 280), 80],
    [1, 5, boxOf(70, 90), 50],
    [2, 9, boxOf(120, 140), 50],
  ] as const) {
    passageAt(index).getBoundingClientRect = box;
    audio.currentTime = time;
    audio.dispatchEvent(new Event('timeupdate'));
    await vi.waitFor(() => expect(passageAt(index).getAttribute('aria-current')).toBe('true'));
    await vi.waitFor(() => expect(list.scrollTop).toBe(top));
  }
  expect(scrolled).not.toHaveBeenCalled();
});

test('long conversations are searched, without regard to accents and case', async () => {
  const many = Array.from({ length: 4 }, () => SAID).flat();
  const { find, user } = await shown({ segments: many });
  await user.type(await find.findByLabelText('Search what was said'), 'CAFE');
  await find.findByText('4 passages');
  expect(new Set(passages().map((each) => each.replace('Ann Lee', '')))).toEqual(
    new Set(['0:08It is in the café.']),
  );
  await user.clear(find.getByLabelText('Search what was said'));
  await vi.waitFor(() => expect(passages()).toHaveLength(16));
});

test('what is not there yet, or never will be, is said beside what is', async () => {
  const { find } = await shown({ state: 'failed', error: 'The engine answered 500.' });
  await find.findByText('Not all written down: The engine answered 500.');
  expect(passages()).toHaveLength(4);
});

test('a call whose recording is not here has its text alone, which plays nothing', async () => {
  const { find } = await shown({ engine: null }, { recording: null });
  await find.findByText('We come at one.');
  expect(document.querySelectorAll('audio, .conversation button')).toHaveLength(0);
});

test('who may not hear recordings is shown nothing, and nothing is asked for', async () => {
  const { requests } = await shown({}, {}, { may_hear_recordings: false });
  expect(requests.filter(({ path }) => path.includes('transcript'))).toEqual([]);
  expect(passages()).toEqual([]);
});
