/** Swaps links that call, text or chat with a number. */
import type { Forms, Swap } from './forms.ts';

/** Returns the scheme or service of the message link around `element`; undefined without one. */
export const messageService = (link: RegExp, element: Element | null | undefined): string | undefined =>
  link.exec(element?.closest('[href]')?.getAttribute('href') as string)?.[2];

/** Calls `write` with the swapped link, unless `href` has no target or needs a number that takes messages. */
export function swapLink(
  { _link, _replace }: Forms,
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
  // Does not throw: the expression matches only percent-encoded UTF-8.
  const given = code + written;
  const number = decodeURIComponent(given);
  let swap: Swap | undefined;
  let result = _replace(number, (found) => (!messages || found.sms) && (swap = found)) as string;
  // WhatsApp needs the calling code without a plus.
  if (messages && !/^sms/i.test(messages) && number[0] !== '+') result = result.replace('+', '');
  if (swap) write(head + (number === given ? result : encodeURIComponent(result)) + tail, swap);
}
