/** Makes recordings: WAV files of any format, MP3 files of any frames, and answers that send them. */
import { Buffer } from 'node:buffer';

/** What a WAV file is like. */
export interface Wav {
  code?: number;
  channels?: number;
  rate?: number;
  bits?: number;
  /** Before the sound; each has a name of four letters. */
  chunks?: readonly [name: string, bytes: number][];
  /** What the file says that it has of sound; the truth if absent. */
  length?: number;
  /** After the sound. */
  tail?: Uint8Array;
}

/** Returns a WAV file with these samples. */
export function wavOf(sound: Uint8Array, wav: Wav = {}): Buffer<ArrayBuffer> {
  const { code = 1, channels = 1, rate = 100, bits = 8, chunks = [], length = sound.length } = wav;
  const format = Buffer.alloc(16);
  format.writeUInt16LE(code, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE((rate * channels * bits) / 8, 8);
  format.writeUInt16LE((channels * bits) / 8, 12);
  format.writeUInt16LE(bits, 14);
  return Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
    ...chunks.map(([name, bytes]) => chunkOf(name, Buffer.alloc(bytes, 7))),
    chunkOf('fmt ', format),
    ...chunks.map(([name, bytes]) => chunkOf(name, Buffer.alloc(bytes, 9))),
    chunkOf('data', sound, length),
    wav.tail ?? Buffer.alloc(0),
  ]);
}

function chunkOf(name: string, bytes: Uint8Array, length = bytes.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

/** What the frames of an MP3 file are like. Version 2 at 16,000 samples a second has 0.036 s in each. */
export interface Mp3 {
  frames: number;
  /** Index of the bit rate of each frame, from 1 to 14. */
  bitRate?: (frame: number) => number;
  before?: Uint8Array;
  after?: Uint8Array;
}

/** Seconds of a frame of `mp3Of`. */
export const FRAME_SECONDS = 576 / 16_000;

/** Returns an MP3 file. In each frame its number stands behind the header. */
export function mp3Of({ frames, bitRate = () => 4, before, after }: Mp3): Buffer<ArrayBuffer> {
  const parts = Array.from({ length: frames }, (_, index) => {
    const rate = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][bitRate(index)] ?? 0;
    const frame = Buffer.alloc(Math.floor((72 * rate * 1000) / 16_000));
    // Version 2, layer III, without CRC; 16,000 samples a second, no padding; mono.
    frame.set([0xff, 0xf3, (bitRate(index) << 4) | (2 << 2), 0xc0]);
    frame.writeUInt32LE(index, 4);
    return frame;
  });
  return Buffer.concat([before ?? Buffer.alloc(0), ...parts, after ?? Buffer.alloc(0)]);
}

/** Returns the numbers of the frames in a piece of `mp3Of`. */
export function framesOf(piece: Uint8Array): number[] {
  const bytes = Buffer.from(piece);
  const numbers: number[] = [];
  for (let at = 0; at + 8 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] === 0xf3;) {
    numbers.push(bytes.readUInt32LE(at + 4));
    const rate =
      [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][(bytes[at + 2] ?? 0) >> 4] ?? 0;
    at += Math.floor((72 * rate * 1000) / 16_000);
  }
  return numbers;
}

/** Returns an answer with a file from a byte on, in parts of some bytes. @param onPart learns how many bytes were sent */
export function answerOf(
  file: Uint8Array,
  {
    from = 0,
    part = 65_536,
    onPart,
  }: { from?: number; part?: number; onPart?: (bytes: number) => void } = {},
): Response {
  let at = from;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = file.slice(at, at + part);
      at += next.length;
      if (next.length === 0) return controller.close();
      onPart?.(next.length);
      return controller.enqueue(next);
    },
  });
  return new Response(body);
}
