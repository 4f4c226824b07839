/** Pictures of each kind that a logo may have, and files that pretend to be one. */
import { crc32, deflateSync } from 'node:zlib';
import { HOSTILE_FILES, POLYGLOTS } from './hostile-files.ts';

/** As other programs write them, 24 by 12 pixels. */
const WRITTEN = {
  jpeg: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAMABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCICdcAA//Z',
  'progressive jpeg':
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wgARCAAMABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAVAQEBAAAAAAAAAAAAAAAAAAAAA//aAAwDAQACEAMQAAABgTuB/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABBQJf/8QAFBEBAAAAAAAAAAAAAAAAAAAAEP/aAAgBAwEBPwE//8QAFBEBAAAAAAAAAAAAAAAAAAAAEP/aAAgBAgEBPwE//8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQAGPwJf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPyFf/9oADAMBAAIAAwAAABAAD//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMBAT8QP//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8QP//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEAAT8QX//Z',
  webp: 'UklGRj4AAABXRUJQVlA4IDIAAADQAgCdASoYAAwAP3Ggxlk0q6ejsAgCkC4JQBadBaSAAP7QyuqjscnP1K366KP/bAAAAA==',
  'lossless webp': 'UklGRh4AAABXRUJQVlA4TBEAAAAvF8ACAAdQniKXov+BiOh/AAA=',
  'extended webp':
    'UklGRmYAAABXRUJQVlA4WAoAAAAQAAAAFwAACwAAQUxQSAoAAAABB9C/iAhERP8DVlA4IDYAAAAQAwCdASoYAAwAPtFUo0uoJKMhsAgBABoJQBWF0AAQNgAA/uLgvxWT4r9v/ggtqPTDinL4AAA=',
};

const HTML = '<!doctype html><script>document.title = "ran"</script>';

/** Returns a PNG. @param more chunks between the header and the content */
export function makePng(
  [width, height]: readonly [number, number],
  { color = [200, 60, 20, 255], more = [] }: { color?: readonly number[]; more?: readonly Buffer[] } = {},
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(4 * width, Buffer.from(color))]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.of()),
  ]);
}

/** Returns a chunk of a PNG. */
function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** Returns the same picture with another size in its header, which 24 by 12 pixels do not fill. */
function resized(name: keyof typeof WRITTEN, change: (bytes: Buffer) => void): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(WRITTEN[name], 'base64');
  change(bytes);
  return bytes;
}

/** Changes the height in the header of a JPEG, 12. */
function withHeight(height: number): (bytes: Buffer) => void {
  return (bytes) => bytes.writeUInt16BE(height, bytes.indexOf(Buffer.of(0, 12, 0, 24)));
}

/** Pictures that are accepted, all of 24 by 12 pixels. */
export const PICTURES: Record<string, { file: Buffer<ArrayBuffer>; type: string }> = {
  png: { file: makePng([24, 12]), type: 'image/png' },
  jpeg: { file: Buffer.from(WRITTEN.jpeg, 'base64'), type: 'image/jpeg' },
  'progressive jpeg': { file: Buffer.from(WRITTEN['progressive jpeg'], 'base64'), type: 'image/jpeg' },
  webp: { file: Buffer.from(WRITTEN.webp, 'base64'), type: 'image/webp' },
  'lossless webp': { file: Buffer.from(WRITTEN['lossless webp'], 'base64'), type: 'image/webp' },
  'extended webp': { file: Buffer.from(WRITTEN['extended webp'], 'base64'), type: 'image/webp' },
  'png with a script in its text': {
    file: makePng([24, 12], { more: [pngChunk('tEXt', Buffer.from(`Comment\0${HTML}`))] }),
    type: 'image/png',
  },
  'png with a page behind it': {
    file: Buffer.concat([makePng([24, 12]), Buffer.from(HTML)]),
    type: 'image/png',
  },
  'jpeg with a page behind it': {
    file: Buffer.concat([Buffer.from(WRITTEN.jpeg, 'base64'), Buffer.from(HTML)]),
    type: 'image/jpeg',
  },
};

const NO_PICTURE = 'This file is no picture of the kind PNG, JPEG or WebP.';
const tooLarge = (size: string): string => `This picture has ${size} pixels. It may have 1024 × 1024.`;
const MOVES = 'This picture moves. Choose one that stands still.';

/** Files that are refused, with the reason. */
export const REFUSED_PICTURES: Record<string, { file: Buffer; reason: string }> = {
  ...Object.fromEntries(
    [
      ...Object.entries(HOSTILE_FILES),
      ...Object.entries(POLYGLOTS).map(([name, { file }]) => [`${name} and HTML`, file] as const),
      ['a real gif', Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')] as const,
      ['the header of a png', makePng([24, 12]).subarray(0, 33)] as const,
      [
        'the header of a png and a script',
        Buffer.concat([makePng([24, 12]).subarray(0, 33), Buffer.from(HTML)]),
      ] as const,
      ['a jpeg without its frame', Buffer.from(WRITTEN.jpeg, 'base64').subarray(0, 150)] as const,
      ['a jpeg of empty segments', Buffer.from(`\xFF\xD8${'\xFF\xE0\0\0'.repeat(9)}`, 'latin1')] as const,
      ['the beginning of a webp', Buffer.from(WRITTEN.webp, 'base64').subarray(0, 29)] as const,
      ['a webp of another kind', Buffer.from(`RIFF\x40\0\0\0WEBPICCP${'\0'.repeat(64)}`, 'latin1')] as const,
      [
        'a lossless webp without its sign',
        resized('lossless webp', (bytes) => bytes.writeUInt8(0, 20)),
      ] as const,
    ].map(([name, file]) => [name, { file, reason: NO_PICTURE }]),
  ),
  'a png that is too wide': { file: makePng([1_025, 1]), reason: tooLarge('1025 × 1') },
  'a png that is too high': { file: makePng([1, 1_025]), reason: tooLarge('1 × 1025') },
  'a png without width': { file: makePng([0, 12]), reason: tooLarge('0 × 12') },
  'a jpeg that is too high': { file: resized('jpeg', withHeight(4_000)), reason: tooLarge('24 × 4000') },
  'a jpeg whose height is still to come': {
    file: resized('jpeg', withHeight(0)),
    reason: tooLarge('24 × 0'),
  },
  'a webp that is too wide': {
    file: resized('webp', (bytes) => bytes.writeUInt16LE(2_000, 26)),
    reason: tooLarge('2000 × 12'),
  },
  'an extended webp that is too wide': {
    file: resized('extended webp', (bytes) => bytes.writeUIntLE(16_777_215, 24, 3)),
    reason: tooLarge('16777216 × 12'),
  },
  'a lossless webp that is too high': {
    file: resized('lossless webp', (bytes) => bytes.writeUInt32LE(23 | (16_383 << 14), 21)),
    reason: tooLarge('24 × 16384'),
  },
  'a moving png': { file: makePng([24, 12], { more: [pngChunk('acTL', Buffer.alloc(8))] }), reason: MOVES },
  'a moving webp': { file: resized('extended webp', (bytes) => bytes.writeUInt8(0x12, 20)), reason: MOVES },
};
