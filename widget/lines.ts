/** Swaps within one line: text nodes that follow one another without a block's edge between them, or one attribute. */
import { type Forms, JOINT } from './forms.ts';
import { messageService } from './links.ts';

/** A text node or an attribute: what holds printed numbers. */
export type Carrier = Text | Attr;

/**
 * Hands `write` every carrier of a line with its value, changed or not. The line is searched as one text, so a number
 * may be split over its carriers in any way; each digit changes where it stands.
 */
export function swapLine(
  { _link, _pour }: Forms,
  carriers: readonly Carrier[],
  write: (carrier: Carrier, value: string) => void,
): void {
  const values = carriers.map((carrier) => carrier.nodeValue as string);
  const text = values.join(JOINT);
  // The carrier that we are in, and where it ends.
  let at = -1;
  let end = -1;
  const news = _pour(text, (swap, start) => {
    while (end < start) end += (values[++at] as string).length + 1;
    // The label of a link for messages must go on to say what the link leads to.
    return swap.sms || !messageService(_link, hrefAround(carriers[at] as Carrier));
  }).split(JOINT);
  if (news.length === values.length) carriers.forEach((carrier, at) => write(carrier, news[at] as string));
}

/** Where the link leads whose label this is. */
function hrefAround(carrier: Carrier): string | null | undefined {
  const element = carrier.parentElement || (carrier as Attr).ownerElement;
  return element?.closest('[href]')?.getAttribute('href');
}
