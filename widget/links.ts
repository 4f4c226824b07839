/** Links that dial, write to or chat with a number. */
import type { Forms, Swap } from './forms.ts';

/** The scheme or service, with a group for those that need a number which takes messages; the number; the rest. */
const LINK =
  /^(\s*((tel|callto|facetime(-audio)?):|((sms(to)?|whatsapp):|https?:\/\/(wa\.me|\w+\.whatsapp\.com)))(\/|send|\?phone=)*)([^?;&,]*)(.*)/is;
const HEAD = 1;
const MESSAGES = 5;
const NUMBER = 10;
const TAIL = 11;

/** The scheme or service of a link for messages; undefined when a link is for anything else. */
export const messageService = (href: string | null | undefined): string | undefined =>
  LINK.exec(href as string)?.[MESSAGES];

/** Hands `write` the link to the new number, unless `href` leads to no target or needs a number that takes messages. */
export function swapLink({ _pour }: Forms, href: string, write: (href: string, swap: Swap) => void): void {
  const parts = LINK.exec(href);
  if (!parts) return;
  const written = parts[NUMBER] as string;
  // Not decodeURIComponent, which throws at what is not UTF-8; a number is ASCII.
  const number = unescape(written);
  const messages = parts[MESSAGES];
  let swap: Swap | undefined;
  const result = _pour(
    number,
    (found) => (!messages || found.sms) && (swap = found),
    // WhatsApp wants the calling code bare.
    (code) => (messages && number[0] !== '+' ? '' : '+') + code,
  );
  if (swap) {
    write(
      (parts[HEAD] as string) +
        (number === written ? result : encodeURIComponent(result)) +
        (parts[TAIL] as string),
      swap,
    );
  }
}
