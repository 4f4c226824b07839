/** Reads type and size of a picture from its bytes alone (PNG 3rd edition, 11.2; ITU T.81, B.2; RFC 9649). Pure. */
import { fileTypeOf } from '../../../shared/http/file-types.ts';

/** No SVG, which is a document with scripts. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

export interface Picture {
  type: (typeof LOGO_TYPES)[number];
  width: number;
  height: number;
  isMoving: boolean;
}

type Size = Pick<Picture, 'width' | 'height'> & { isMoving?: boolean };

const READERS: Record<Picture['type'], (bytes: Buffer) => Size | undefined> = {
  'image/png': sizeOfPng,
  'image/jpeg': sizeOfJpeg,
  'image/webp': sizeOfWebp,
};

/** Reads a picture. @returns undefined for another kind of file, and for one that ends before its size or its content */
export function readPicture(content: Uint8Array): Picture | undefined {
  const type = LOGO_TYPES.find((each) => each === fileTypeOf(content, null));
  if (type === undefined) return undefined;
  const size = READERS[type](Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  return size && { type, isMoving: false, ...size };
}

/** The first chunk is IHDR, of 13 bytes; an animation has acTL before the first IDAT. */
function sizeOfPng(bytes: Buffer): Size | undefined {
  const data = bytes.indexOf('IDAT', 33, 'latin1');
  if (data === -1 || bytes.toString('latin1', 8, 16) !== '\0\0\0\rIHDR') return undefined;
  const isMoving = bytes.subarray(0, data).includes('acTL');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isMoving };
}

/** The size is in the header of the frame (SOF0 to SOF15, without DHT, JPG and DAC), before the first scan. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (/^c[0-35-79abd-f]$/.test(marker.toString(16))) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    // Further bytes FF may stand before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Extended files have the size and a flag for animations in VP8X, others in their only chunk. */
function sizeOfWebp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return {
        width: 1 + bytes.readUIntLE(24, 3),
        height: 1 + bytes.readUIntLE(27, 3),
        isMoving: ((bytes[20] ?? 0) & 2) !== 0,
      };
    case 'VP8L': {
      const sizes = bytes.readUInt32LE(21);
      return bytes[20] === 0x2f
        ? { width: 1 + (sizes & 0x3fff), height: 1 + ((sizes >> 14) & 0x3fff) }
        : undefined;
    }
    default:
      return bytes.toString('latin1', 23, 26) === '\x9D\x01*'
        ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
        : undefined;
  }
}
