// @vitest-environment happy-dom
/** What a caller said on voicemail, in each of its states. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { Voicemail } from '../../../../../console/screens/calls/spoken/voicemail.tsx';
import { show } from '../../../rendered.ts';

const BLANK = {
  call_id: 'c1',
  engine: 'server',
  language: null,
  seconds: 9,
  segments: [] as object[],
  redactions: 0,
};
const SAID = [
  { speaker: 'caller', start: 0, end: 2, text: 'It leaks.' },
  { speaker: 'caller', start: 2, end: 4, text: 'My card is [removed].' },
];

/** Shows a voicemail. @returns what can be read */
async function shown(answer: object, isRecorded = true): Promise<() => string> {
  await show(h(Voicemail, { callId: 'c1', isRecorded }), {
    answers: { 'GET /calls/c1/transcript': { ...BLANK, ...answer } },
  });
  expect(document.querySelectorAll('audio')).toHaveLength(isRecorded ? 1 : 0);
  return () => document.body.textContent?.replaceAll(/\s+/g, ' ') ?? '';
}

test.each([
  [
    { state: 'done', segments: SAID, redactions: 1 },
    /It leaks\. My card is \[removed\]\..*by a machine, 1 number left out/,
  ],
  [{ state: 'done', segments: SAID, engine: null }, /My card is \[removed\]\..*From another phone system/],
  [{ state: 'done' }, /No words were heard\./],
  [{ state: 'pending' }, /Being written down …/],
  [{ state: 'pending', error: 'The engine answered 500.' }, /The engine answered 500\./],
  [{ state: 'failed', error: 'The recording is no sound.' }, /Not written down: The recording is no sound\./],
])('of %j people read %s', async (answer, words) => {
  await expect.poll(await shown(answer)).toMatch(words);
});

test('a text alone, from another phone system, has no player', async () => {
  await expect.poll(await shown({ state: 'done', segments: SAID }, false)).toMatch(/It leaks\./);
});

test('a viewer who may not hear recordings is shown nothing, and nothing is asked for', async () => {
  const { requests } = await show(h(Voicemail, { callId: 'c1', isRecorded: true }), {
    user: { may_hear_recordings: false },
  });
  expect(requests).toEqual([]);
  expect(document.querySelectorAll('audio, blockquote')).toHaveLength(0);
});
