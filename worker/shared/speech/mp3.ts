/** Cuts MP3 files at their frames (ISO/IEC 11172-3 and 13818-3, layer III). */
import type { ByteReader } from '../limits/byte-reader.ts';
import { PIECE_BYTES, PIECE_SECONDS, type SoundPiece, type SoundPosition } from './sound.ts';

const FRAME_HEADER_BYTES = 4;
const TAG_HEADER_BYTES = 10;
/** The first frame stands within so many bytes after the tag; what is damaged is passed over as far. */
const MOST_BYTES_BETWEEN = 64 * 1024;
/** Kilobits a second by index, of version 1 and of versions 2 and 2.5. */
const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
/** Samples a second by index, by the two bits of the version: 2.5, none, 2, 1. */
const RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]] as const;

/** A frame: its length in bytes and in seconds. */
interface Frame {
  length: number;
  seconds: number;
}

/** Reads the next piece of an MP3 file. @returns `no format` for one without frames, of which nothing is taken then */
export async function mp3Piece(
  reader: ByteReader,
  position: SoundPosition,
): Promise<SoundPiece | undefined | 'no format'> {
  const isStart = position.byte === 0;
  const tag = isStart ? tagLength(await reader.peek(TAG_HEADER_BYTES)) : 0;
  await reader.passOver(tag);
  const bytes = await reader.peek(PIECE_BYTES);
  const { start, end, seconds } = framesIn(bytes);
  if (seconds === 0) return isStart && tag === 0 ? 'no format' : undefined;
  const isLast = bytes.length < PIECE_BYTES && end >= bytes.length;
  return {
    bytes: bytes.subarray(start, end),
    type: 'audio/mpeg',
    seconds,
    channel: undefined,
    next: isLast
      ? undefined
      : {
          byte: position.byte + tag + end,
          seconds: position.seconds + seconds,
          channel: 0,
          type: 'audio/mpeg',
        },
  };
}

/** Returns the length of an ID3v2 tag at the start of a file; 0 if there is none (id3.org, "ID3 tag version 2.4.0", 3.1). */
function tagLength(head: Uint8Array): number {
  if (head.length < TAG_HEADER_BYTES || String.fromCodePoint(...head.subarray(0, 3)) !== 'ID3') return 0;
  const size = head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  const hasFooter = ((head[5] ?? 0) & 16) !== 0;
  return TAG_HEADER_BYTES + size + (hasFooter ? TAG_HEADER_BYTES : 0);
}

/** Finds the frames of a piece. @returns where they begin and end, and how long they last */
function framesIn(bytes: Uint8Array): { start: number; end: number; seconds: number } {
  let at = nextFrame(bytes, 0);
  const start = at ?? 0;
  let [end, seconds] = [start, 0];
  while (at !== undefined && seconds < PIECE_SECONDS) {
    const frame = frameAt(bytes, at);
    if (frame === undefined) {
      at = nextFrame(bytes, at);
      continue;
    }
    if (at + frame.length > bytes.length) break;
    at += frame.length;
    end = at;
    seconds += frame.seconds;
  }
  return { start, end: isRest(bytes, end, seconds) ? bytes.length : end, seconds };
}

/** Tells whether what follows the last frame is no sound: a tag at the end, or half a frame of a file that was cut. */
function isRest(bytes: Uint8Array, end: number, seconds: number): boolean {
  return seconds < PIECE_SECONDS && bytes.length < PIECE_BYTES && end < bytes.length;
}

/** Returns where a frame begins that another one follows, or the end; undefined if there is none near. */
function nextFrame(bytes: Uint8Array, from: number): number | undefined {
  const last = Math.min(bytes.length - FRAME_HEADER_BYTES, from + MOST_BYTES_BETWEEN);
  for (let at = from; at <= last; at += 1) {
    const frame = frameAt(bytes, at);
    if (frame === undefined) continue;
    const following = at + frame.length;
    if (following === bytes.length || frameAt(bytes, following) !== undefined) return at;
  }
  return undefined;
}

/** Reads the header of a frame; undefined if there is none. */
function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + FRAME_HEADER_BYTES);
  const isFrame = sync === 0xff && (kind & 0xe6) === 0xe2;
  const version = (kind >> 3) & 3;
  const rate = RATES[version as 0 | 1 | 2 | 3][(rates >> 2) & 3];
  const isFirst = version === 3;
  const bitRate = BIT_RATES[isFirst ? 0 : 1][rates >> 4];
  if (!isFrame || rate === undefined || bitRate === undefined || bitRate === 0) return undefined;
  const samples = isFirst ? 1152 : 576;
  const length = Math.floor(((samples / 8) * bitRate * 1000) / rate) + ((rates >> 1) & 1);
  return { length, seconds: samples / rate };
}
