/** Links that dial, write to or chat with a number. */
import type { Forms, Swap } from './forms.ts';

/** The scheme or service of the link for messages that `element` is or is in; undefined when there is none. */
export const messageService = (link: RegExp, element: Element | null | undefined): string | undefined =>
  link.exec(element?.closest('[href]')?.getAttribute('href') as string)?.[2];

/** Hands `write` the link to the new number, unless `href` leads to no target or needs a number that takes messages. */
export function swapLink(
  { _link, _pour }: Forms,
  href: string,
  write: (href: string, swap: Swap) => void,
): void {
  const parts = _link.exec(href);
  if (!parts) return;
  const [, head, messages, written, code = '', tail] = parts as unknown as [
    string,
    string,
    string | undefined,
    string,
    string | undefined,
    string,
  ];
  // The expression takes no percent-encoding that is not UTF-8, at which this throws.
  const given = code + written;
  const number = decodeURIComponent(given);
  let swap: Swap | undefined;
  let result = _pour(number, (found) => (!messages || found.sms) && (swap = found)) as string;
  // WhatsApp wants the calling code bare.
  if (messages && !/^sms/i.test(messages) && number[0] !== '+') result = result.replace('+', '');
  if (swap) write(head + (number === given ? result : encodeURIComponent(result)) + tail, swap);
}
