/**
 * The layout of the packed postal code table, shared by the packer and the reader. Every code has a slot of five bytes
 * at an offset computed from the code itself: latitude and longitude as 16-bit fractions of their range (a step is at
 * most 0.006 degrees, 610 m; the centroid of a ZIP code is no sharper than that), and the index of the region.
 * Pure.
 */

/** States, territories, military post and provinces; index 0 means that the code does not exist. */
export const REGIONS: readonly string[] =
  ` AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA
 RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI FM MH PW AA AE AP AB BC MB NB NL NS NT NU ON PE QC SK YT`.split(
    /\s+/,
  );

/** A decoded slot: decimal degrees, and an index into `REGIONS`. */
export interface Slot {
  latitude: number;
  longitude: number;
  region: number;
}

const SLOT_BYTES = 5;
/** Index of the region's byte in a slot, the last. */
const REGION_BYTE = 4;
const STEPS = 65_535;
const ZIPS = 100_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ZIP_PREFIXES = 1_000;
const FSAS = 26 * 10 * 26;
const FSA_PREFIXES = 26 * 10;

/** Bytes of the whole table. */
export const TABLE_BYTES = (ZIPS + ZIP_PREFIXES + FSAS + FSA_PREFIXES) * SLOT_BYTES;

/** Returns the slot of a ZIP code. */
export function zipSlot(zip: string): number {
  return Number(zip);
}

/** Returns the slot of the centroid of all ZIP codes with the same first three digits. */
export function zipPrefixSlot(zip: string): number {
  return ZIPS + Number(zip.slice(0, 3));
}

/** Returns the slot of an FSA. */
export function fsaSlot(fsa: string): number {
  return ZIPS + ZIP_PREFIXES + fsaPrefix(fsa) * 26 + letter(fsa, 2);
}

/** Returns the slot of the centroid of all FSAs with the same first two characters. */
export function fsaPrefixSlot(fsa: string): number {
  return ZIPS + ZIP_PREFIXES + FSAS + fsaPrefix(fsa);
}

/** Generates all possible codes of a country. */
export function* codesOf(country: 'US' | 'CA'): Generator<string> {
  if (country === 'US') {
    for (let zip = 0; zip < ZIPS; zip += 1) yield String(zip).padStart(5, '0');
    return;
  }
  for (const first of LETTERS) {
    for (let digit = 0; digit < 10; digit += 1) for (const last of LETTERS) yield `${first}${digit}${last}`;
  }
}

/** Reads a slot; undefined for an empty one. */
export function decodeSlot(view: DataView, slot: number): Slot | undefined {
  const offset = slot * SLOT_BYTES;
  const region = view.getUint8(offset + REGION_BYTE);
  if (region === 0) return undefined;
  return {
    latitude: (view.getUint16(offset) / STEPS) * 180 - 90,
    longitude: (view.getUint16(offset + 2) / STEPS) * 360 - 180,
    region,
  };
}

/** Writes a slot. */
export function encodeSlot(view: DataView, slot: number, place: Slot): void {
  const offset = slot * SLOT_BYTES;
  view.setUint16(offset, Math.round(((place.latitude + 90) / 180) * STEPS));
  view.setUint16(offset + 2, Math.round(((place.longitude + 180) / 360) * STEPS));
  view.setUint8(offset + REGION_BYTE, place.region);
}

/**
 * Removes empty slots from the table, for browsers: first the region of every slot, then the first bytes of all used slots, the
 * second bytes and so on, which compresses to two thirds of the size.
 */
export function withoutEmptySlots(table: Uint8Array): Uint8Array {
  const slots = Array.from({ length: table.length / SLOT_BYTES }, (_, slot) => slot * SLOT_BYTES);
  const used = slots.filter((offset) => table[offset + REGION_BYTE] !== 0);
  const planes = [0, 1, 2, 3].map((byte) => used.map((offset) => table[offset + byte] ?? 0));
  return Uint8Array.from([...slots.map((offset) => table[offset + REGION_BYTE] ?? 0), ...planes.flat()]);
}

/** Restores the table from the result of `withoutEmptySlots`. */
export function withEmptySlots(packed: Uint8Array): ArrayBuffer {
  const table = new Uint8Array(TABLE_BYTES);
  const slots = TABLE_BYTES / SLOT_BYTES;
  const used = (packed.length - slots) / REGION_BYTE;
  let at = slots;
  for (let slot = 0; slot < slots; slot += 1) {
    const region = packed[slot] ?? 0;
    if (region === 0) continue;
    for (let byte = 0; byte < REGION_BYTE; byte += 1) {
      table[slot * SLOT_BYTES + byte] = packed[at + byte * used] ?? 0;
    }
    table[slot * SLOT_BYTES + REGION_BYTE] = region;
    at += 1;
  }
  return table.buffer;
}

function fsaPrefix(fsa: string): number {
  return letter(fsa, 0) * 10 + Number(fsa[1]);
}

function letter(text: string, index: number): number {
  return text.charCodeAt(index) - 65;
}
