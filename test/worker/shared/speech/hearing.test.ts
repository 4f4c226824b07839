import { expect, test } from 'vitest';
import { readWhisper } from '../../../../worker/shared/speech/hearing.ts';

test('reads verbose_json as OpenAI answers it', () => {
  const answer = {
    task: 'transcribe',
    language: 'english',
    duration: 4.2,
    text: ' Hello. Call me.',
    segments: [
      { id: 0, start: 0, end: 1.5, text: ' Hello.', avg_logprob: -0.1, no_speech_prob: 0.01 },
      { id: 1, start: 1.5, end: 4.2, text: '  Call\n me. ', avg_logprob: -0.7, no_speech_prob: 0.2 },
    ],
  };
  expect(readWhisper(answer)).toEqual({
    outcome: 'heard',
    language: 'en',
    segments: [
      { start: 0, end: 1.5, text: 'Hello.', confidence: 0.9 },
      { start: 1.5, end: 4.2, text: 'Call me.', confidence: 0.5 },
    ],
  });
});

test('reads the answer of Workers AI, and one of text alone', () => {
  const segments = [{ start: 0, end: 2, text: 'Hola' }];
  expect(readWhisper({ text: 'Hola', transcription_info: { language: 'es' }, segments })).toEqual({
    outcome: 'heard',
    language: 'es',
    segments,
  });
  expect(readWhisper({ text: ' Bonjour ' })).toEqual({
    outcome: 'heard',
    language: null,
    segments: [{ start: 0, end: 0, text: 'Bonjour' }],
  });
});

test('leaves out what Whisper makes up in silence, and nothing that it is sure of', () => {
  const at = { start: 0, end: 1 };
  const segments = [
    { ...at, text: 'Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
    { ...at, text: 'It leaks.', no_speech_prob: 0.9, avg_logprob: -0.2 },
    { ...at, text: '   ' },
  ];
  expect(readWhisper({ text: '', segments })).toMatchObject({ segments: [{ text: 'It leaks.' }] });
});

test.each([
  undefined,
  null,
  'text',
  {},
  { text: 7 },
  { text: '', segments: [{ start: 'now', end: 1, text: 'x' }] },
  { text: '', segments: [{ start: -1, end: 1, text: 'x' }] },
])('does not take %j for a transcript', (answer) => {
  expect(readWhisper(answer)).toEqual({
    outcome: 'failed',
    detail: 'The engine’s answer is no transcript.',
    isFinal: false,
    isAsked: true,
  });
});

test.each([
  ['german', 'de'],
  ['EN', 'en'],
  ['klingon', null],
  ['', null],
])('the language %s is %s', (name, code) => {
  expect(readWhisper({ text: 'x', language: name })).toMatchObject({ language: code });
});
