/** Swaps within one line: text nodes that follow one another without a block's edge between them, or one attribute. */
import { isInline, isSkipped, isUnit } from './elements.ts';
import type { Forms } from './forms.ts';
import { messageService } from './links.ts';

/** Between the texts of a line, and where something else begins or ends; no parser lets the first into a page. */
const JOINT = '\0';
const EDGE = '\x01';

/** A text node or an attribute: what holds printed numbers. */
export type Carrier = Text | Attr;

/**
 * Hands `write` every carrier of a line with its value, changed or not. The line is searched as one text, so a number
 * may be split over its carriers in any way; each digit changes where it stands.
 * @param text the values, with a joint between
 */
export function swapLine(
  { _link, _pour }: Forms,
  carriers: readonly Carrier[],
  text: string,
  write: (carrier: Carrier, value: string) => void,
): void {
  const news = _pour(text, (swap, start) => {
    const carrier = carriers[text.slice(0, start).split(JOINT).length - 1] as Carrier;
    // The label of a link for messages must go on to say what the link leads to.
    return swap.sms || !messageService(_link, hrefAround(carrier));
  })
    .replaceAll(EDGE, '')
    .split(JOINT);
  if (news.length === carriers.length) carriers.forEach((carrier, at) => write(carrier, news[at] as string));
}

/** Where the link leads whose label this is. */
function hrefAround(carrier: Carrier): string | null | undefined {
  const element = carrier.parentElement || (carrier as Attr).ownerElement;
  return element?.closest('[href]')?.getAttribute('href');
}

/** Hands `hear` the lines of a block, and the text of each with its joints; those of the blocks within are their own. */
export function walkLines(block: Node, hear: (line: Text[], text: string) => void): void {
  let line: Text[] = [];
  let text = '';
  const end = (): void => {
    if (line[0]) hear(line, text);
    line = [];
    text = '';
  };
  const walk = (parent: Node): void => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      const { localName } = node as Element;
      if (node.nodeType === 3) {
        text += (line[0] ? JOINT : '') + node.nodeValue;
        line.push(node as Text);
      } else if (localName) {
        if (isInline(node) && !isSkipped(node)) {
          const edge = isUnit(node as Element) ? EDGE : '';
          text += edge;
          walk(node);
          text += edge;
        }
        // A line goes on in a bracket, and behind an icon.
        else if (localName === 'br' && /[([][^)\]]*$/.test(text)) text += EDGE;
        else if (localName !== 'svg') end();
      }
    }
  };
  walk(block);
  end();
}
