/** Swaps within one line: text nodes that follow one another without a block's edge between them, or one attribute. */
import { isInline, isSkipped, isUnit } from './elements.ts';
import type { Forms } from './forms.ts';
import { messageService } from './links.ts';

/** Between the texts of a line, and where something else begins or ends; no parser lets the first into a page. */
const JOINT = '\0';
const EDGE = '\x01';

/** A text node or an attribute: what holds printed numbers. */
export type Carrier = Text | Attr;

/** Text nodes or an attribute, the values of them with a joint between, and whether these are without the edges of elements. */
export type Line<Part extends Carrier = Carrier> = [
  carriers: readonly Part[],
  text: string,
  isRough?: boolean | undefined,
];

/**
 * Hands `write` every carrier of a line with its value, changed or not. The line is searched as one text, so a number
 * may be split over its carriers in any way; each digit changes where it stands.
 * @returns whether it takes the edges to tell, so that nothing was written
 */
export function swapLine(
  { _link, _pour }: Forms,
  write: (carrier: Carrier, value: string) => void,
  [carriers, text, isRough]: Line,
): boolean {
  const news = _pour(
    text,
    (swap, start) => {
      const carrier = carriers[text.slice(0, start).split(JOINT).length - 1] as Carrier;
      // The label of a link for messages must go on to say what the link leads to.
      return swap.sms || !messageService(_link, carrier.parentElement || (carrier as Attr).ownerElement);
    },
    isRough,
  )
    ?.replaceAll(EDGE, '')
    .split(JOINT);
  if (news?.length === carriers.length) carriers.forEach((carrier, at) => write(carrier, news[at] as string));
  return !news;
}

/**
 * Hands `hear` the lines of a block, and the text of each with its joints; those of the blocks within are their own.
 * @param hear returns whether it has to know the edges of elements; then it is handed all lines again, with them
 * @param isRough whether to go without the edges at first: to know how an element is displayed takes the styles of the page
 */
export function walkLines(block: Node, hear: (line: Line<Text>) => unknown, isRough?: boolean): undefined {
  let line: Text[] = [];
  let text = '';
  const end = (): void => {
    if (line[0] && hear([line, text, isRough])) isRough = walkLines(block, hear);
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
          const edge = isRough || !isUnit(node as Element) ? '' : EDGE;
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
