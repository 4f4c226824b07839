/**
 * Reads ZIP archives by their central directory. Sizes in the archive are not believed: what is unpacked is counted. Pure.
 */
import { damaged, WorkbookFault } from './fault.ts';

/** Most bytes that all files of a workbook may have together when they are unpacked. 50,000 rows of 45 columns have 100 MB. */
export const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;
/** Most files in an archive. Workbooks have some dozens. */
const MOST_FILES = 10_000;

const END = 0x06_05_4b_50;
const END_64 = 0x06_06_4b_50;
const LOCATOR_64 = 0x07_06_4b_50;
const ENTRY = 0x02_01_4b_50;
const FILE = 0x04_03_4b_50;
const END_BYTES = 22;
/** A comment of 64 kB may follow the end. */
const MOST_END_BYTES = END_BYTES + 0xffff;
/** Says that the real number is in a field of its own (ZIP64). */
const ELSEWHERE = 0xff_ff_ff_ff;
const STORED = 0;
const DEFLATED = 8;

interface ZipFile {
  isEncrypted: boolean;
  method: number;
  /** Packed. */
  size: number;
  /** The position of its own header. */
  offset: number;
}

/** An open archive. */
export class Zip {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  /** By name, in lower case: some programs write them otherwise than they name them. */
  readonly #files = new Map<string, ZipFile>();
  #left: number;

  /**
   * Reads the central directory.
   * @param mostBytes how much may be unpacked altogether
   * @throws WorkbookFault
   */
  constructor(bytes: Uint8Array<ArrayBuffer>, mostBytes = MOST_UNPACKED_BYTES) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left = mostBytes;
    try {
      this.#readDirectory();
    } catch (error) {
      // Reading beyond the end of the file.
      throw error instanceof RangeError ? damaged('its end is missing') : error;
    }
  }

  has(name: string): boolean {
    return this.#files.has(name.toLowerCase());
  }

  /** Lists the names of the files, in lower case. */
  get names(): string[] {
    return [...this.#files.keys()];
  }

  /**
   * Unpacks a file piece by piece.
   * @throws WorkbookFault if it is missing, damaged, encrypted, or larger than what is left of the limit
   */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const file = this.#files.get(name.toLowerCase());
    if (file === undefined) throw damaged(`it has no ${name}`);
    const packed = new Blob([this.#packed(file)]).stream();
    if (file.method !== STORED && file.method !== DEFLATED)
      throw damaged(`${name} is packed in an unknown way`);
    const stream =
      file.method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => {
          throw damaged(`${name} cannot be unpacked`);
        });
        if (done) return;
        this.#count(value.length);
        yield value;
      }
    } finally {
      // Without an effect at the end. An error of the stream was reported.
      reader.cancel().catch(() => undefined);
    }
  }

  #count(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    throw new WorkbookFault(
      'Unpacked, the workbook is too large to be read here. Save the sheet that you need as CSV, or split it.',
    );
  }

  #packed({ isEncrypted, size, offset }: ZipFile): Uint8Array<ArrayBuffer> {
    if (isEncrypted) throw new WorkbookFault('The file has a password. Save a copy without it.');
    const isThere = offset + 30 <= this.#bytes.length && this.#view.getUint32(offset, true) === FILE;
    if (!isThere) throw damaged('a part of it is missing');
    const names = this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true);
    const start = offset + 30 + names;
    if (start + size > this.#bytes.length) throw damaged('a part of it is missing');
    return this.#bytes.subarray(start, start + size);
  }

  #readDirectory(): void {
    const end = this.#findEnd();
    const inDirectory = this.#view.getUint16(end + 10, true);
    const start = this.#view.getUint32(end + 16, true);
    const isElsewhere = inDirectory === 0xffff || start === ELSEWHERE;
    let { count, at } = isElsewhere ? this.#end64(end) : { count: inDirectory, at: start };
    if (count > MOST_FILES) throw damaged('it has too many parts');
    for (; count > 0; count -= 1) at = this.#readEntry(at);
  }

  #findEnd(): number {
    const last = this.#bytes.length - END_BYTES;
    for (let at = last; at >= 0 && at > last - MOST_END_BYTES; at -= 1) {
      if (this.#view.getUint32(at, true) === END) return at;
    }
    throw damaged('its end is missing');
  }

  #end64(end: number): { count: number; at: number } {
    if (this.#view.getUint32(end - 20, true) !== LOCATOR_64) throw damaged('its end is missing');
    const at = this.#long(end - 12);
    if (this.#view.getUint32(at, true) !== END_64) throw damaged('its end is missing');
    return { count: this.#long(at + 32), at: this.#long(at + 48) };
  }

  /** @returns the position of the next entry */
  #readEntry(at: number): number {
    const view = this.#view;
    if (view.getUint32(at, true) !== ENTRY) throw damaged('its list of parts is broken');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    const nameEnd = at + 46 + (nameBytes ?? 0);
    const name = new TextDecoder().decode(this.#bytes.subarray(at + 46, nameEnd));
    const file: ZipFile = {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    };
    const extraEnd = nameEnd + (extraBytes ?? 0);
    const isUnpackedElsewhere = view.getUint32(at + 24, true) === ELSEWHERE;
    if (file.size === ELSEWHERE || file.offset === ELSEWHERE) {
      this.#readExtra(file, { from: nameEnd, to: extraEnd, isUnpackedElsewhere });
    }
    this.#files.set(name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase(), file);
    return extraEnd + (commentBytes ?? 0);
  }

  /** Reads the long numbers of an entry (ZIP64), which are there in this order as far as they are needed. */
  #readExtra(file: ZipFile, { from, to, isUnpackedElsewhere }: ExtraPlace): void {
    let at = from;
    while (at + 4 <= to && this.#view.getUint16(at, true) !== 1) at += 4 + this.#view.getUint16(at + 2, true);
    at += isUnpackedElsewhere ? 12 : 4;
    if (file.size === ELSEWHERE) {
      file.size = this.#long(at);
      at += 8;
    }
    if (file.offset === ELSEWHERE) file.offset = this.#long(at);
  }

  #long(at: number): number {
    return Number(this.#view.getBigUint64(at, true));
  }
}

interface ExtraPlace {
  from: number;
  to: number;
  /** Whether the unpacked size comes first. */
  isUnpackedElsewhere: boolean;
}
