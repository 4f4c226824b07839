/**
 * The sound of recordings in the demo: a melody as a WAV file. Its lowest bits say what is spoken, at the time and in the channel
 * of whoever speaks, so that it can be cut as real sound is. Pure.
 */
import { callLines, callOfRecording, MESSAGE_SECONDS, type SpokenLine, voicemailLines } from './spoken.ts';

/** Telephone quality: 8,000 samples a second of 8 bits. */
const SAMPLES_A_SECOND = 8_000;
const HEADER_BYTES = 44;
/** Notes of a third of a second each, in hertz; 0 is a rest. */
const NOTES = [392, 330, 262, 330, 392, 523, 0, 440, 523, 440, 392, 0];
const NOTES_A_SECOND = 3;
const LOUDNESS = 40;
const SILENCE = 128;
/** The bits before a text, and those that say how many bytes it has. */
const MARK = 0b1011_0010_1110_0101;
const WORD_BITS = 16;

/** The answer to a request for the file or a part of it. */
export interface FilePart {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** What a file says, and how long it is. */
interface Heard {
  seconds: number;
  lines: Pick<SpokenLine, 'start' | 'end' | 'text'>[];
}

/** Returns the file of a recording, or the part in a `Range` header. */
export function recordedSound(recordingId: string, range: string | null): FilePart {
  const file = wholeSound(recordingId);
  const shared = { 'Content-Type': 'audio/wav', 'Accept-Ranges': 'bytes' };
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  if (match === null || match[0] === 'bytes=-') return { status: 200, headers: shared, body: file };
  const [, from = '', to = ''] = match;
  const start = from === '' ? Math.max(0, file.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? file.length : Math.min(file.length, Number(to) + 1);
  if (start >= end) {
    const headers = { ...shared, 'Content-Range': `bytes */${file.length}` };
    return { status: 416, headers, body: new Uint8Array() };
  }
  const headers = { ...shared, 'Content-Range': `bytes ${start}-${end - 1}/${file.length}` };
  return { status: 206, headers, body: file.slice(start, end) };
}

/** Returns what a file of this carrier, or a part that is a file of its own, says. */
export function heardIn(file: Uint8Array): Heard {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const channels = view.getUint16(22, true);
  const samples = file.subarray(HEADER_BYTES);
  const lines = Array.from({ length: channels }, (_, channel) => linesIn(samples, channel, channels)).flat();
  return {
    seconds: samples.length / channels / SAMPLES_A_SECOND,
    lines: lines.toSorted((one, other) => one.start - other.start),
  };
}

function linesIn(samples: Uint8Array, channel: number, channels: number): Heard['lines'] {
  const bits = Uint8Array.from(
    { length: samples.length / channels },
    (_, at) => (samples[at * channels + channel] ?? 0) & 1,
  );
  const word = (at: number): number =>
    bits.subarray(at, at + WORD_BITS).reduce((sum, bit) => sum * 2 + bit, 0);
  const lines: Heard['lines'] = [];
  for (let at = bits.indexOf(1); at >= 0 && at + 3 * WORD_BITS <= bits.length; at = bits.indexOf(1, at)) {
    if (word(at) !== MARK) {
      at += 1;
      continue;
    }
    const [length, milliseconds] = [word(at + WORD_BITS), word(at + 2 * WORD_BITS)];
    const first = at + 3 * WORD_BITS;
    const bytes = Uint8Array.from({ length }, (_, index) => word(first + index * 8) >> 8);
    const start = at / SAMPLES_A_SECOND;
    lines.push({ start, end: start + milliseconds / 1000, text: new TextDecoder().decode(bytes) });
    at = first + length * 8;
  }
  return lines;
}

function wholeSound(recordingId: string): Uint8Array<ArrayBuffer> {
  const call = callOfRecording(recordingId);
  const seconds = call?.seconds ?? MESSAGE_SECONDS;
  const channels = call === undefined ? 1 : 2;
  const samples = seconds * SAMPLES_A_SECOND;
  const file = new Uint8Array(HEADER_BYTES + samples * channels);
  writeHeader(file, samples * channels, channels);
  for (let at = 0; at < samples * channels; at += 1) {
    file[HEADER_BYTES + at] = sampleAt(Math.floor(at / channels));
  }
  const lines = call === undefined ? voicemailLines(recordingId) : callLines(recordingId, seconds);
  for (const line of lines) {
    const channel = call === undefined || line.speaker === call.first ? 0 : 1;
    speak(file.subarray(HEADER_BYTES), line, { channel, channels });
  }
  return file;
}

/** Returns a sample of the melody; its lowest bit is 0. */
function sampleAt(sample: number): number {
  const beat = (sample / SAMPLES_A_SECOND) * NOTES_A_SECOND;
  const note = NOTES[Math.floor(beat) % NOTES.length] ?? 0;
  const fading = note === 0 ? 0 : 1 - (beat % 1);
  const wave = Math.sin((2 * Math.PI * note * sample) / SAMPLES_A_SECOND);
  return Math.round(SILENCE + LOUDNESS * fading * wave) & 0xfe;
}

/** Writes a line into the lowest bits, from the time at which it is spoken. */
function speak(
  samples: Uint8Array,
  { start, end, text }: SpokenLine,
  { channel, channels }: { channel: number; channels: number },
): void {
  const bytes = new TextEncoder().encode(text);
  const words = [MARK, bytes.length, Math.round((end - start) * 1000)];
  const bits = [
    ...words.map((word) => word.toString(2).padStart(WORD_BITS, '0')),
    ...Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')),
  ].join('');
  const first = Math.round(start * SAMPLES_A_SECOND);
  for (let bit = 0; bit < bits.length; bit += 1) {
    const at = (first + bit) * channels + channel;
    if (at < samples.length) samples[at] = (samples[at] ?? 0) | Number(bits[bit]);
  }
}

/** Writes the RIFF header for uncompressed audio. */
function writeHeader(file: Uint8Array<ArrayBuffer>, bytes: number, channels: number): void {
  const view = new DataView(file.buffer);
  const write = (offset: number, text: string): void => file.set(new TextEncoder().encode(text), offset);
  write(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, SAMPLES_A_SECOND, true);
  view.setUint32(28, SAMPLES_A_SECOND * channels, true);
  view.setUint16(32, channels, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, bytes, true);
}
