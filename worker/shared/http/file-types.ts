/**
 * Recognises files from outside by their first bytes (WHATWG, "MIME Sniffing", 6): audio, video and four image formats.
 * All others get no type, because a browser may run them: HTML, SVG, XML, PDF, scripts. Pure.
 */

/** How many bytes from the start of a file are enough to recognise it; fewer when the file is shorter. */
export const SNIFFED_BYTES = 64;

/** Types that a part of a file may declare: no `+xml`, which browsers treat as a document with scripts. */
const DECLARABLE_TYPE = /^(?:(?:audio|video)\/[a-z\d.-]+|image\/(?:png|jpeg|gif|webp))$/;

/** First bytes of files as Latin-1 characters; a question mark matches any byte. */
const SIGNATURES: readonly (readonly [type: string, beginnings: readonly string[]])[] = [
  ['image/png', ['\x89PNG\r\n\x1A\n']],
  ['image/jpeg', ['\xFF\xD8\xFF']],
  ['image/gif', ['GIF87a', 'GIF89a']],
  ['image/webp', ['RIFF????WEBPVP']],
  ['audio/wav', ['RIFF????WAVE']],
  ['video/avi', ['RIFF????AVI ']],
  ['audio/aiff', ['FORM????AIFF', 'FORM????AIFC']],
  // An ID3 tag or a layer III frame; byte order marks (FE FF, FF FE) must not match.
  ['audio/mpeg', ['ID3\x02', 'ID3\x03', 'ID3\x04', ...frames('\xE2\xE3\xF2\xF3\xFA\xFB')]],
  ['audio/aac', frames('\xF0\xF1\xF8\xF9')],
  ['audio/flac', ['fLaC']],
  ['audio/amr-wb', ['#!AMR-WB\n']],
  ['audio/amr', ['#!AMR\n']],
  ['audio/basic', ['.snd']],
  ['audio/midi', ['MThd\0\0\0\x06']],
  ['audio/x-caf', ['caff\0']],
  ['video/mpeg', ['\0\0\x01\xB3', '\0\0\x01\xBA']],
];

/** Containers of audio or video; the declared type decides which. */
const CONTAINERS: readonly (readonly [subtype: string, beginnings: readonly string[]])[] = [
  ['ogg', ['OggS\0']],
  ['3gpp', ['????ftyp3g']],
  ['quicktime', ['????ftypqt  ']],
  ['mp4', ['iso', 'mp41', 'mp42', 'M4', 'avc1', 'dash', 'MSNV', 'mmp4'].map((brand) => `????ftyp${brand}`)],
];
/** Container brands for audio only. */
const AUDIO_ONLY = ['????ftypM4A ', '????ftypM4B '];
/** Matroska begins with the same bytes; the name a few bytes later tells WebM apart. */
const WEBM = { beginning: '\x1A\x45\xDF\xA3', name: 'webm' };

/**
 * Returns the media type of a file that may be shown or played.
 * @param first the file's first `SNIFFED_BYTES`, or all of a shorter file
 * @param declared the `Content-Type` of the answer
 * @returns undefined for any other file
 */
export function fileTypeOf(first: Uint8Array, declared: string | null): string | undefined {
  const text = String.fromCodePoint(...first.subarray(0, SNIFFED_BYTES));
  const type = nameFor(SIGNATURES, text);
  if (type !== undefined) return type;
  const isWebm = begins(text, WEBM.beginning) && text.includes(WEBM.name);
  const subtype = isWebm ? WEBM.name : nameFor(CONTAINERS, text);
  if (subtype === undefined) return undefined;
  const isAudio = AUDIO_ONLY.some((each) => begins(text, each)) || essenceOf(declared).startsWith('audio/');
  return `${isAudio ? 'audio' : 'video'}/${subtype}`;
}

/** Returns the type of a later part of a file, which has no signature: the declared one if it is audio, video or an image. */
export function partTypeOf(declared: string | null): string | undefined {
  const essence = essenceOf(declared);
  return DECLARABLE_TYPE.test(essence) ? essence : undefined;
}

/** Returns a media type without its parameters. */
function essenceOf(declared: string | null): string {
  return (declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function nameFor(
  table: readonly (readonly [name: string, beginnings: readonly string[]])[],
  text: string,
): string | undefined {
  return table.find(([, beginnings]) => beginnings.some((each) => begins(text, each)))?.[0];
}

function begins(text: string, beginning: string): boolean {
  return (
    text.length >= beginning.length &&
    Array.from(beginning).every((character, index) => character === '?' || character === text[index])
  );
}

/** Returns the signatures of MPEG audio frames: the byte FF, then one of these. */
function frames(seconds: string): string[] {
  return Array.from(seconds).map((second) => `\xFF${second}`);
}
