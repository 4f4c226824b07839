/** Links that dial, write to or chat with a number. */
import { type Forms, type Swap, find, pour } from './forms.ts';

/** The scheme or service, with a group for those that need a number which takes messages; the number; the rest. */
const LINK =
  /^(\s*(?:(?:tel|callto|facetime(?:-audio)?):|(sms(?:to)?:|(?:whatsapp:|https?:\/\/(?:wa\.me|\w+\.whatsapp\.com))(?:\/|send|\?phone=)*))\/*)([^?;&,]*)(.*)/is;

/** Whether a link is for messages. */
export const isMessageLink = (href: string): boolean => !!LINK.exec(href)?.[2];

/** Hands `write` the link to the new number, unless `href` leads to no target or needs a number that takes messages. */
export function swapLink(forms: Forms, href: string, write: (href: string, swap: Swap) => void): void {
  const [, head = '', messages, written = '', tail] = LINK.exec(href) || [];
  let number = written;
  try {
    number = decodeURIComponent(written);
  } catch {
    // Not percent-encoded, then.
  }
  const [occurrence] = head ? find(forms, number) : [];
  if (!occurrence || (messages && !occurrence._swap.sms)) return;
  const characters = number.split('');
  // WhatsApp wants the calling code bare.
  pour(characters, occurrence, messages && number[0] !== '+' ? '' : '+', '');
  const result = characters.join('');
  write(head + (number === written ? result : encodeURIComponent(result)) + tail, occurrence._swap);
}
