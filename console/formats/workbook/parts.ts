/** Reads the parts that all sheets of a workbook share: its list of sheets, texts and formats. Pure. */
import { damaged } from './fault.ts';
import { builtInPattern, type FormatNumber, formatterOf } from './number-formats.ts';
import { type Attributes, readXml } from './xml.ts';

/** A relation of a part to another, by its id. */
export interface Relation {
  id: string;
  /** The end of its type: `worksheet`. */
  type: string;
  target: string;
}

/** A sheet in the order of the workbook. */
export interface SheetEntry {
  name: string;
  relation: string;
  isHidden: boolean;
}

/** Most sheets of a workbook. A choice of more helps nobody. */
const MOST_SHEETS = 1_000;
/** Characters that XML cannot have are written as `_x000D_`. */
const ESCAPED = /_x([\dA-F]{4})_/gi;

/** Reads the relations of a part. @param folder the part's own folder, such as `xl` */
export async function readRelations(pieces: AsyncIterable<Uint8Array>, folder: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readElements(pieces, (name, attribute) => {
    if (name !== 'Relationship') return;
    const type = attribute('Type') ?? '';
    const target = attribute('Target') ?? '';
    relations.push({
      id: attribute('Id') ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      target: pathFrom(folder, target),
    });
  });
  return relations;
}

/** Reads the sheets of a workbook, and whether its days are counted from 1904. */
export async function readSheetList(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ sheets: SheetEntry[]; is1904: boolean }> {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  await readElements(pieces, (name, attribute) => {
    if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'));
    if (name !== 'sheet') return;
    const relation = attribute(':id');
    if (relation === undefined) throw damaged('its list of sheets is broken');
    const isHidden = (attribute('state') ?? 'visible') !== 'visible';
    if (sheets.length >= MOST_SHEETS) throw damaged('it has more than 1,000 sheets');
    sheets.push({ name: attribute('name') ?? '', relation, isHidden });
  });
  return { sheets, is1904 };
}

/** Reads the texts that cells name by their position. Text in several colours is joined; pronunciations are left out. */
export async function readSharedTexts(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  const text = new RichText();
  await readXml(pieces, {
    open: (name) => {
      if (name === 'si') text.begin();
      else text.open(name);
    },
    close: (name) => {
      if (name === 'si') texts.push(text.end());
      else text.close(name);
    },
    text: (content) => text.add(content),
  });
  return texts;
}

/** Collects the text of an element with runs (`si`, `is`). */
export class RichText {
  #text = '';
  #isText = false;
  #isPronunciation = false;

  begin(): void {
    this.#text = '';
    this.#isText = false;
    this.#isPronunciation = false;
  }

  open(name: string): void {
    if (name === 'rPh') this.#isPronunciation = true;
    if (name === 't') this.#isText = !this.#isPronunciation;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPronunciation = false;
    if (name === 't') this.#isText = false;
  }

  add(content: string): void {
    if (this.#isText) this.#text += content;
  }

  end(): string {
    return unescapeText(this.#text);
  }
}

/** Replaces the characters that are written as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Reads the formats of numbers, by the position of the style that cells name. */
export async function readFormats(
  pieces: AsyncIterable<Uint8Array>,
  is1904: boolean,
): Promise<FormatNumber[]> {
  const patterns = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  await readXml(pieces, {
    open: (name, attribute) => {
      if (name === 'numFmt') patterns.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) ids.push(Number(attribute('numFmtId') ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
    text: () => undefined,
  });
  const formatters = new Map<number, FormatNumber>();
  return ids.map((id) => {
    const formatter = formatters.get(id) ?? formatterOf(patterns.get(id) ?? builtInPattern(id), { is1904 });
    formatters.set(id, formatter);
    return formatter;
  });
}

/** Tells whether an attribute is set: `1` or `true`. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function readElements(
  pieces: AsyncIterable<Uint8Array>,
  open: (name: string, attribute: Attributes) => void,
): Promise<void> {
  return readXml(pieces, { open, close: () => undefined, text: () => undefined });
}

/** Returns the path of a target, which is relative to the folder unless it begins with a slash. */
function pathFrom(folder: string, target: string): string {
  const path = target.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '');
  for (const part of target.split('/')) {
    if (part === '..') path.pop();
    else if (part !== '' && part !== '.') path.push(part);
  }
  return path.join('/');
}
