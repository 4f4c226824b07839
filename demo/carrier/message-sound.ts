/** Generates the voicemail of the demo's callers: a melody as a WAV file, in which the words stand as a comment. Pure. */

/** Its length. */
export const MESSAGE_SECONDS = 9;

/** Telephone quality: 8,000 samples a second, one channel, 8 bits. */
const SAMPLES_A_SECOND = 8_000;
const HEADER_BYTES = 44;
/** Notes of a third of a second each, in hertz; 0 is a rest. */
const NOTES = [392, 330, 262, 330, 392, 523, 0, 440, 523, 440, 392, 0];
const NOTES_A_SECOND = 3;
const LOUDNESS = 40;
const SILENCE = 128;
/** The name of a comment in a RIFF file. */
const COMMENT = 'ICMT';

/** The answer to a request for the file or a part of it. */
export interface FilePart {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** Returns the file, or the part in a `Range` header. @param words what is said in it */
export function messageSound(range: string | null, words: string): FilePart {
  const file = wholeSound(words);
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

/** Returns the words that a file of `messageSound` says; none for any other. */
export function wordsIn(file: Uint8Array): string {
  const start = Buffer.from(file).indexOf(COMMENT);
  if (start < 0) return '';
  const length = new DataView(file.buffer, file.byteOffset).getUint32(start + COMMENT.length, true);
  const first = start + COMMENT.length + 4;
  return new TextDecoder().decode(file.subarray(first, first + length)).trimEnd();
}

function wholeSound(words: string): Uint8Array<ArrayBuffer> {
  const samples = MESSAGE_SECONDS * SAMPLES_A_SECOND;
  const comment = commentOf(words);
  const file = new Uint8Array(HEADER_BYTES + samples + comment.length);
  writeHeader(file, samples);
  file.set(comment, HEADER_BYTES + samples);
  for (let sample = 0; sample < samples; sample += 1) {
    const beat = (sample / SAMPLES_A_SECOND) * NOTES_A_SECOND;
    const note = NOTES[Math.floor(beat) % NOTES.length] ?? 0;
    const fading = note === 0 ? 0 : 1 - (beat % 1);
    const wave = Math.sin((2 * Math.PI * note * sample) / SAMPLES_A_SECOND);
    file[HEADER_BYTES + sample] = Math.round(SILENCE + LOUDNESS * fading * wave);
  }
  return file;
}

/** Returns the chunk with a comment. Chunks have an even number of bytes. */
function commentOf(words: string): Uint8Array {
  const text = new TextEncoder().encode(words);
  const even = text.length % 2 === 0 ? text : new TextEncoder().encode(`${words} `);
  const chunk = new Uint8Array(8 + 4 + 8 + even.length);
  const view = new DataView(chunk.buffer);
  const write = (offset: number, name: string): void => chunk.set(new TextEncoder().encode(name), offset);
  write(0, 'LIST');
  view.setUint32(4, 4 + 8 + even.length, true);
  write(8, `INFO${COMMENT}`);
  view.setUint32(16, even.length, true);
  chunk.set(even, 20);
  return chunk;
}

/** Writes the RIFF header for uncompressed audio. */
function writeHeader(file: Uint8Array<ArrayBuffer>, samples: number): void {
  const view = new DataView(file.buffer);
  const write = (offset: number, text: string): void => file.set(new TextEncoder().encode(text), offset);
  write(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLES_A_SECOND, true);
  view.setUint32(28, SAMPLES_A_SECOND, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, samples, true);
}
