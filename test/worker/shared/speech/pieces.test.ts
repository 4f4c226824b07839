/** Recordings are cut into pieces from which nothing is missing and nothing is twice, whatever the file is like. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from '../../../../worker/shared/limits/byte-reader.ts';
import { nextPiece } from '../../../../worker/shared/speech/pieces.ts';
import {
  PIECE_BYTES,
  PIECE_SECONDS,
  SOUND_START,
  type SoundPiece,
  type SoundPosition,
} from '../../../../worker/shared/speech/sound.ts';
import { answerOf, FRAME_SECONDS, framesOf, mp3Of, wavOf } from './sounds.ts';

const HEADER = 44;
const PATIENCE_MS = 60_000;

/** Cuts a file as the product does: each piece is read from where the last one ended. */
async function cut(
  file: Uint8Array,
  type: string,
  isSplit = false,
): Promise<(SoundPiece & { start: number })[]> {
  const pieces: (SoundPiece & { start: number })[] = [];
  let position: SoundPosition | undefined = SOUND_START;
  while (position !== undefined) {
    const reader = new ByteReader(answerOf(file, { from: position.byte, part: 1_000 }), PATIENCE_MS);
    // As it comes back from the database.
    const kept = JSON.parse(JSON.stringify(position)) as SoundPosition;
    const piece = await nextPiece(reader, { position: kept, type: kept.type ?? type, isSplit });
    reader.cancel();
    if (typeof piece === 'string') throw new Error(piece);
    if (piece === undefined) return pieces;
    pieces.push({ ...piece, start: position.seconds });
    position = piece.next;
  }
  return pieces;
}

const samples = (count: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) => (index * 31 + seed * 7 + (index >> 8)) % 256);

test('the pieces of a WAV file are its sound, each at most five minutes, whatever else the file has', async () => {
  const files = fc.record({
    seconds: fc.integer({ min: 1, max: 1_000 }),
    channels: fc.constantFrom(1, 2, 3),
    bits: fc.constantFrom(8, 16),
    code: fc.constantFrom(1, 6, 7),
    isSplit: fc.boolean(),
    isLengthKnown: fc.boolean(),
    chunks: fc.array(fc.tuple(fc.constantFrom('LIST', 'fact', 'bext'), fc.integer({ min: 0, max: 501 })), {
      maxLength: 2,
    }),
  });
  await fc.assert(
    fc.asyncProperty(files, async ({ seconds, channels, bits, code, isSplit, isLengthKnown, chunks }) => {
      const rate = 10;
      const block = (channels * bits) / 8;
      const sound = samples(seconds * rate * block);
      const file = wavOf(sound, {
        code,
        channels,
        bits,
        rate,
        chunks,
        ...(isLengthKnown ? { tail: samples(77) } : { length: 0xff_ff_ff_ff }),
      });
      const pieces = await cut(file, 'audio/wav', isSplit);

      for (const piece of pieces) {
        expect(piece.seconds).toBeLessThanOrEqual(PIECE_SECONDS);
        expect(piece.bytes.subarray(0, 4)).toEqual(new TextEncoder().encode('RIFF'));
      }
      const isApart = isSplit && channels === 2;
      const wanted = isApart ? [0, 1] : [undefined];
      for (const channel of wanted) {
        const own = pieces.filter((piece) => piece.channel === channel);
        const joined = Buffer.concat(own.map(({ bytes }) => bytes.subarray(HEADER)));
        expect(joined.equals(channelOf(sound, block, channel))).toBe(true);
        expect(own.map(({ start }) => start)).toEqual(own.map((_, index) => index * PIECE_SECONDS));
      }
    }),
    { numRuns: 60 },
  );
});

function channelOf(sound: Uint8Array, block: number, channel: number | undefined): Buffer {
  if (channel === undefined) return Buffer.from(sound);
  const sample = block / 2;
  return Buffer.from(sound.filter((_, at) => Math.floor((at % block) / sample) === channel));
}

test('each channel is a file of its own, with the right header', async () => {
  const [left, right] = await cut(
    wavOf(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), { channels: 2, bits: 16 }),
    'audio/wav',
    true,
  );
  for (const [piece, data] of [
    [left, [1, 2, 5, 6]],
    [right, [3, 4, 7, 8]],
  ] as const) {
    const bytes = Buffer.from(piece?.bytes ?? []);
    expect([...bytes.subarray(HEADER)]).toEqual(data);
    expect(bytes.readUInt16LE(22)).toBe(1);
    expect(bytes.readUInt16LE(32)).toBe(2);
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.readUInt32LE(40)).toBe(4);
  }
  expect([left?.channel, right?.channel]).toEqual([0, 1]);
});

test('the pieces of an MP3 file are its frames, between tags of any kind', async () => {
  const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x02\x00', 'latin1'), Buffer.alloc(256, 0xff)]);
  const tag = Buffer.concat([Buffer.from('TAG', 'latin1'), Buffer.alloc(125, 32)]);
  for (const [before, after] of [
    [undefined, undefined],
    [id3, tag],
    [id3, Buffer.from([0xff, 0xf3])],
  ]) {
    const frames = Math.ceil(700 / FRAME_SECONDS);
    const bitRate = (frame: number): number => 1 + (frame % 5);
    const file = mp3Of({ frames, bitRate, ...(before && { before }), ...(after && { after }) });
    const pieces = await cut(file, 'audio/mpeg');

    expect(pieces).toHaveLength(3);
    expect(pieces.flatMap(({ bytes }) => framesOf(bytes))).toEqual(
      Array.from({ length: frames }, (_, index) => index),
    );
    expect(pieces[2]?.start).toBeCloseTo(2 * Math.ceil(PIECE_SECONDS / FRAME_SECONDS) * FRAME_SECONDS, 3);
  }
});

test('what is damaged in an MP3 file is passed over', async () => {
  const file = Buffer.concat([
    mp3Of({ frames: 100 }),
    samples(999).map((each) => each & 0x7f),
    mp3Of({ frames: 50 }),
  ]);
  const [piece, ...others] = await cut(file, 'audio/mpeg');
  expect(others).toEqual([]);
  expect(piece?.seconds).toBeCloseTo(150 * FRAME_SECONDS, 3);
});

test('other formats stay whole, up to ten megabytes', async () => {
  const ogg = Buffer.concat([Buffer.from('OggS\0'), samples(5_000)]);
  const [piece, ...others] = await cut(ogg, 'audio/ogg');
  expect([others, piece?.seconds, piece?.type]).toEqual([[], undefined, 'audio/ogg']);
  expect(Buffer.from(piece?.bytes ?? []).equals(ogg)).toBe(true);

  await expect(cut(new Uint8Array(10 * 1024 * 1024 + 1), 'audio/ogg')).rejects.toThrow('too large');
  // A WAV file of a format that has no samples of its own.
  const [adpcm] = await cut(wavOf(samples(100), { code: 2 }), 'audio/wav');
  expect(adpcm?.seconds).toBe(undefined);
});

test('of two hours in two channels no more is read for a piece than the piece', async () => {
  const rate = 8_000;
  const block = 4;
  const head = wavOf(new Uint8Array(), { channels: 2, bits: 16, rate, length: 2 * 60 * 60 * rate * block });
  let [sent, sentOfPiece, most] = [0, 0, 0];
  const endless = (from: number): Response => {
    let at = from;
    return new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const next = at < head.length ? head.subarray(at) : new Uint8Array(65_536);
          at += next.length;
          sent += next.length;
          sentOfPiece += next.length;
          controller.enqueue(next);
        },
      }),
    );
  };
  let position: SoundPosition | undefined = SOUND_START;
  let [pieces, last] = [0, 0];
  while (position !== undefined) {
    sentOfPiece = 0;
    const reader = new ByteReader(endless(position.byte), PATIENCE_MS);
    const piece: SoundPiece | string | undefined = await nextPiece(reader, {
      position,
      type: 'audio/wav',
      isSplit: true,
    });
    reader.cancel();
    if (piece === undefined || typeof piece === 'string') throw new Error('There is no piece.');
    most = Math.max(most, sentOfPiece);
    expect(piece.bytes.length).toBeLessThanOrEqual(PIECE_BYTES / 2 + HEADER);
    pieces += 1;
    last = position.seconds + (piece.seconds ?? 0);
    position = piece.next;
  }
  expect(last).toBeCloseTo(7_200, 3);
  expect(pieces).toBe(2 * Math.ceil((7_200 * rate * block) / PIECE_BYTES));
  expect(most).toBeLessThan(PIECE_BYTES + 3 * 65_536 + head.length);
  expect(sent).toBeGreaterThan(7_200 * rate * block);
}, 60_000);

test('no bytes make cutting fail or go on for ever', async () => {
  const beginnings = fc.constantFrom(
    Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
    Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0', 'latin1'),
    wavOf(samples(30)).subarray(0, HEADER),
    Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'),
    mp3Of({ frames: 3 }),
    Buffer.alloc(0),
  );
  await fc.assert(
    fc.asyncProperty(
      beginnings,
      fc.uint8Array({ maxLength: 3_000 }),
      fc.constantFrom('audio/wav', 'audio/mpeg', 'audio/ogg'),
      fc.boolean(),
      async (beginning, rest, type, isSplit) => {
        const pieces = await cut(Buffer.concat([beginning, rest]), type, isSplit);
        expect(pieces.length).toBeLessThan(100);
      },
    ),
    { numRuns: 300 },
  );
});
