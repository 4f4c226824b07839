/** The sound of the demo says what is spoken, whole and in pieces, in the channel of whoever speaks. */
import { expect, test } from 'vitest';
import { heardIn, recordedSound } from '../../demo/carrier/sound.ts';
import { callLines, MESSAGE_SECONDS, recordingIdOf, voicemailLines } from '../../demo/carrier/spoken.ts';
import { ByteReader } from '../../worker/shared/limits/byte-reader.ts';
import { nextPiece } from '../../worker/shared/speech/pieces.ts';
import { SOUND_START } from '../../worker/shared/speech/sound.ts';

const texts = (lines: readonly { text: string }[]): string[] => lines.map(({ text }) => text);

test('a voicemail says its words', () => {
  for (const id of ['RE1', 'RE2', 'RE3', 'RE4', 'RE5']) {
    const { seconds, lines } = heardIn(recordedSound(id, null).body);
    expect(seconds).toBe(MESSAGE_SECONDS);
    expect(texts(lines)).toEqual(texts(voicemailLines(id)));
  }
});

test('a call has each side in a channel of its own, for as long as they talked', async () => {
  for (const first of ['caller', 'agent'] as const) {
    const id = recordingIdOf('CA0123456789abcdef0123456789abcdef', 30, first);
    const wanted = callLines(id, 30);
    expect(wanted.length).toBeGreaterThan(2);
    let position = SOUND_START;
    for (const speaker of [first, first === 'caller' ? 'agent' : 'caller']) {
      const { body } = recordedSound(id, position.byte === 0 ? null : `bytes=${position.byte}-`);
      const reader = new ByteReader(new Response(body), 60_000);
      const piece = await nextPiece(reader, { position, type: 'audio/wav', isSplit: true });
      reader.cancel();
      if (piece === undefined || typeof piece === 'string') throw new Error('There is no piece.');
      const { lines } = heardIn(piece.bytes);
      const own = wanted.filter((line) => line.speaker === speaker);
      expect(texts(lines)).toEqual(texts(own));
      own.forEach(({ start, end }, index) => {
        expect(lines[index]?.start).toBeCloseTo(start, 2);
        expect(lines[index]?.end).toBeCloseTo(end, 2);
      });
      position = piece.next ?? position;
    }
  }
});
