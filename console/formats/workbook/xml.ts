/** Reads the XML of workbooks as a stream. Pure. */
import { Parser } from 'saxen';
import { damaged } from './fault.ts';

/** The attributes of an element, decoded. */
export type Attributes = (name: string) => string | undefined;

/** What is called for each part of a document. Names come without their prefix: some programs write `x:row`. */
export interface XmlHandlers {
  open: (name: string, attribute: Attributes) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

/** Longest text or tag, in characters. Excel's cells have at most 32,767. */
const LONGEST = 4 * 1024 * 1024;

/**
 * Reads a document.
 * @param pieces its bytes in UTF-8
 * @throws WorkbookFault if it is not XML
 */
export async function readXml(
  pieces: AsyncIterable<Uint8Array>,
  { open, close, text }: XmlHandlers,
): Promise<void> {
  const parser = new Parser();
  const utf8 = new TextDecoder();
  /** Characters since something was complete. The parser would read them all again with each piece. */
  let waiting = 0;
  const isComplete = (): void => {
    waiting = 0;
  };
  parser.on('openTag', (name, attributes) => {
    waiting = 0;
    open(localName(name), (one) => attributeOf(attributes(), one));
  });
  parser.on('closeTag', (name) => {
    waiting = 0;
    close(localName(name));
  });
  parser.on('text', (content) => text(decoded(content)));
  parser.on('cdata', text);
  parser.on('comment', isComplete);
  parser.on('question', isComplete);
  const write = (piece: string): void => {
    waiting += piece.length;
    attempt(() => parser.write(piece));
    if (waiting > LONGEST) throw damaged('a part of it is no XML');
  };
  for await (const piece of pieces) write(utf8.decode(piece, { stream: true }));
  write(utf8.decode());
  attempt(() => parser.end());
}

/** Runs the parser, which throws errors without a class of their own. Faults of the handlers pass. */
function attempt(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    throw error instanceof Error && error.name === 'Error' ? damaged('a part of it is no XML') : error;
  }
}

/** Decodes the characters that XML writes as `&amp;`, `&#38;` or `&#x26;`. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns an attribute. `:id` finds `r:id`, whatever the prefix is. */
function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = name.startsWith(':') ? Object.keys(attributes).find((each) => each.endsWith(name)) : name;
  if (key === undefined || !Object.hasOwn(attributes, key)) return undefined;
  return decoded(attributes[key] ?? '');
}
