/** Lines: consecutive text nodes of a block, or one attribute. */
import { isInline, isSkipped, isUnit } from './elements.ts';

/** Separate the texts of a line, and mark the edges of units. HTML parsers never produce the first. */
export const JOINT = '\0';
export const EDGE = '\x01';

/** A text node or an attribute, which may contain numbers. */
export type Carrier = Text | Attr;

/** Text nodes or an attribute, their joined values, and whether these lack the edges of elements. */
export type Line<Part extends Carrier = Carrier> = [
  carriers: readonly Part[],
  text: string,
  isRough?: boolean | undefined,
];

/**
 * Calls `onLine` with each line of a block, without those of inner blocks.
 * @param onLine returns whether it needs the edges of elements; then it gets all lines again with them
 * @param isRough whether to omit the edges at first, since finding them requires computed styles
 */
export function walkLines(block: Node, onLine: (line: Line<Text>) => unknown, isRough?: boolean): undefined {
  let line: Text[] = [];
  let text = '';
  const end = (): void => {
    if (line[0] && onLine([line, text, isRough])) isRough = walkLines(block, onLine);
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
        // A line continues after a break within brackets, and after an icon.
        else if (localName === 'br' && /[([][^)\]]*$/.test(text)) text += EDGE;
        else if (localName !== 'svg') end();
      }
    }
  };
  walk(block);
  end();
}
