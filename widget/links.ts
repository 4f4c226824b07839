/** Swaps links that call, text or chat with a number. */
import type { Forms, Swap } from './forms.ts';

/**
 * Calls `write` with the swapped link, unless `href` has no target or needs a number that takes messages.
 * @returns the result of `write`; true if `href` is not a link that calls, texts or chats
 */
export function swapLink(
  { _link, _replace }: Forms,
  href: string | undefined,
  write: (href: string, swap: Swap) => unknown,
): unknown {
  const parts = _link.exec(href as string);
  if (!parts) return true;
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
  return swap && write(head + (number === given ? result : encodeURIComponent(result)) + tail, swap);
}
