/**
 * Tells what a file from outside is by its first bytes (WHATWG, "MIME Sniffing", 6): sound, film, and four kinds of pictures.
 * Everything else has no type here, because a browser may run it: HTML, SVG, XML, PDF, scripts. Pure.
 */

/** Bytes from the start of a file that are enough to know its type; fewer are when the file has no more. */
export const TELLING_BYTES = 64;

/** What a part of a file may say that it is: no `+xml`, which browsers take for a document with scripts. */
const PLAYED_OR_SHOWN = /^(?:(?:audio|video)\/[a-z\d.-]+|image\/(?:png|jpeg|gif|webp))$/;

/** How files begin, in characters of Latin-1; a question mark stands for any byte. */
const BEGINNINGS: readonly (readonly [type: string, beginnings: readonly string[]])[] = [
  ['image/png', ['\x89PNG\r\n\x1A\n']],
  ['image/jpeg', ['\xFF\xD8\xFF']],
  ['image/gif', ['GIF87a', 'GIF89a']],
  ['image/webp', ['RIFF????WEBPVP']],
  ['audio/wav', ['RIFF????WAVE']],
  ['video/avi', ['RIFF????AVI ']],
  ['audio/aiff', ['FORM????AIFF', 'FORM????AIFC']],
  // A tag, or a frame of layer III; byte order marks of texts (FE FF, FF FE) are none.
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

/** Containers that hold sound alone or film: which of the two, the sender says. */
const CONTAINERS: readonly (readonly [subtype: string, beginnings: readonly string[]])[] = [
  ['ogg', ['OggS\0']],
  ['3gpp', ['????ftyp3g']],
  ['quicktime', ['????ftypqt  ']],
  ['mp4', ['iso', 'mp41', 'mp42', 'M4', 'avc1', 'dash', 'MSNV', 'mmp4'].map((brand) => `????ftyp${brand}`)],
];
/** Containers of sound alone by their own word. */
const SOUND_ALONE = ['????ftypM4A ', '????ftypM4B '];
/** Matroska begins with this as well; which of the two it is stands a few bytes later. */
const WEBM = { beginning: '\x1A\x45\xDF\xA3', name: 'webm' };

/**
 * The type of a file that may be shown or played.
 * @param first the file's first bytes, `TELLING_BYTES` or all
 * @param declared the `Content-Type` that came along
 * @returns undefined for everything else
 */
export function fileTypeOf(first: Uint8Array, declared: string | null): string | undefined {
  const text = String.fromCodePoint(...first.subarray(0, TELLING_BYTES));
  const type = namedBy(BEGINNINGS, text);
  if (type !== undefined) return type;
  const isWebm = begins(text, WEBM.beginning) && text.includes(WEBM.name);
  const subtype = isWebm ? WEBM.name : namedBy(CONTAINERS, text);
  if (subtype === undefined) return undefined;
  const isSound = SOUND_ALONE.some((each) => begins(text, each)) || essenceOf(declared).startsWith('audio/');
  return `${isSound ? 'audio' : 'video'}/${subtype}`;
}

/** The type of a part whose bytes tell nothing: the declared one where it is of a kind that is played or shown. */
export function partTypeOf(declared: string | null): string | undefined {
  const essence = essenceOf(declared);
  return PLAYED_OR_SHOWN.test(essence) ? essence : undefined;
}

/** The type without its parameters. */
function essenceOf(declared: string | null): string {
  return (declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function namedBy(
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

/** What a frame of sound begins with: a byte of ones, and one of these. */
function frames(seconds: string): string[] {
  return Array.from(seconds).map((second) => `\xFF${second}`);
}
