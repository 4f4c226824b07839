/** Cuts WAV files (RIFF, "Multimedia Programming Interface and Data Specifications 1.0") at their samples. */
import type { ByteReader } from '../limits/byte-reader.ts';
import { type Cut, PIECE_BYTES, PIECE_SECONDS, type SoundPiece, type WavFormat } from './sound.ts';

/** The sound begins within so many bytes. */
const MOST_HEADER_BYTES = 64 * 1024;
const CHUNK_HEADER_BYTES = 8;
const RIFF_HEADER_BYTES = 12;
const FORMAT_BYTES = 16;
/** Where an extensible format says what it is. */
const SUB_FORMAT_AT = 24;
const EXTENSIBLE = 0xff_fe;
/** Formats in which every sample has the same number of bytes: PCM, float, A-law, µ-law. */
const CUTTABLE = new Set([1, 3, 6, 7]);
/** The length of a file that was written while its end was unknown. */
const UNKNOWN_LENGTHS = new Set([0, 0xff_ff_ff_ff]);

/** Reads the next piece of a WAV file. @returns `no format` for one that cannot be cut, of which nothing is taken then */
export async function wavPiece(
  reader: ByteReader,
  { position, isSplit }: Cut,
): Promise<SoundPiece | undefined | 'no format'> {
  let { byte, wav } = position;
  if (wav === undefined) {
    const header = readHeader(await reader.peek(MOST_HEADER_BYTES));
    if (header === undefined) return 'no format';
    ({ start: byte, format: wav } = header);
    await reader.passOver(byte);
  }
  const { block, rate, channels, end } = wav;
  const most = Math.min(PIECE_SECONDS * rate, Math.floor(PIECE_BYTES / block)) * block;
  const wanted = Math.min(most, (end ?? Infinity) - byte);
  const taken = await reader.take(Math.max(0, wanted));
  const sound = taken.subarray(0, taken.length - (taken.length % block));
  if (sound.length === 0) return undefined;
  const seconds = sound.length / block / rate;
  const after = { seconds: position.seconds + seconds, byte: byte + sound.length, channel: 0 };
  const isLast = sound.length < most || after.byte >= (end ?? Infinity);
  const shared = { type: 'audio/wav', wav };
  const next = isLast ? undefined : { ...after, ...shared };
  if (!isSplit || channels !== 2) {
    return { bytes: wavFile(wav, sound), type: 'audio/wav', seconds, channel: undefined, next };
  }
  const { channel } = position;
  const bytes = wavFile({ ...wav, channels: 1, block: block / 2 }, channelOf(sound, block, channel));
  const other = { ...position, byte, channel: 1, ...shared };
  return { bytes, type: 'audio/wav', seconds, channel, next: channel === 0 ? other : next };
}

/** Finds the format and the first sample; undefined for a file that cannot be cut. */
function readHeader(head: Uint8Array): { start: number; format: WavFormat } | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  let format: Omit<WavFormat, 'end'> | undefined;
  let at = RIFF_HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= head.length) {
    const name = String.fromCodePoint(...head.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (name === 'data') {
      const end = UNKNOWN_LENGTHS.has(length) ? null : start + length;
      return format && { start, format: { ...format, end } };
    }
    if (name === 'fmt ') format = readFormat(view, start, length);
    // Chunks have an even number of bytes.
    at = start + length + (length % 2);
  }
  return undefined;
}

function readFormat(view: DataView, start: number, length: number): Omit<WavFormat, 'end'> | undefined {
  if (length < FORMAT_BYTES || start + length > view.byteLength) return undefined;
  const named = view.getUint16(start, true);
  const isExtensible = named === EXTENSIBLE && length >= SUB_FORMAT_AT + 2;
  const code = isExtensible ? view.getUint16(start + SUB_FORMAT_AT, true) : named;
  const channels = view.getUint16(start + 2, true);
  const rate = view.getUint32(start + 4, true);
  const block = view.getUint16(start + 12, true);
  const bits = view.getUint16(start + 14, true);
  const isSound = channels > 0 && rate > 0 && block > 0 && block === (channels * bits) / 8;
  return isSound && CUTTABLE.has(code) ? { code, channels, rate, block, bits } : undefined;
}

/** Returns the samples of one of two channels. */
function channelOf(sound: Uint8Array, block: number, channel: number): Uint8Array {
  const sample = block / 2;
  const one = new Uint8Array(sound.length / 2);
  for (let from = channel * sample, to = 0; to < one.length; from += block, to += sample) {
    for (let byte = 0; byte < sample; byte += 1) one[to + byte] = sound[from + byte] ?? 0;
  }
  return one;
}

/** Returns a file with these samples. */
function wavFile(
  { code, channels, rate, block, bits }: Omit<WavFormat, 'end'>,
  sound: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const start = RIFF_HEADER_BYTES + CHUNK_HEADER_BYTES + FORMAT_BYTES + CHUNK_HEADER_BYTES;
  const file = new Uint8Array(start + sound.length);
  const view = new DataView(file.buffer);
  const name = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at);
  name(0, 'RIFF');
  view.setUint32(4, file.length - CHUNK_HEADER_BYTES, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, FORMAT_BYTES, true);
  view.setUint16(20, code, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * block, true);
  view.setUint16(32, block, true);
  view.setUint16(34, bits, true);
  name(36, 'data');
  view.setUint32(40, sound.length, true);
  file.set(sound, start);
  return file;
}
