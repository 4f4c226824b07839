/** The regular expression for links that call, text or chat with a number. Pure. */

import { DIGITS } from './slots.ts';

/** Schemes and services, and their paths before the number. */
const CALLS = 'tel:|callto:|facetime(?:-audio)?:|skype:';
const MESSAGES =
  'sms(?:to)?:|whatsapp:|viber:|https?://(?:wa\\.me|\\w+\\.whatsapp\\.com|t\\.me|signal\\.me)(?=[/?#]|$)';

const BYTE = '%[89ab][\\da-f]';
/** A character of the number: plain, or percent-encoded UTF-8 of up to three bytes. */
const CHARACTER = `(?:[^?;&,%]|%[0-7][\\da-f]|%(?:c[2-9a-f]|d[\\da-f])${BYTE}|%(?:e0%[ab][\\da-f]|e[1-9a-cef]${BYTE})${BYTE})`;

/** The start of a script that dials what is written in quotes: `location.href='tel:2125550134'`. */
const SCRIPT = `[^]*['"](?=[^'"]*:[^'"]*\\d)`;

/** A link that dials nothing, such as `tel:` or `tel://#`, whose label is an ordinary text. */
const NOTHING = `\\s*(?:tel|callto):(?:[^${DIGITS}?&,%]|%[24-7][\\da-f])*(?:[?&,]|$)`;

/**
 * Matches a link or a script. Groups: prefix, message service within it, number, calling code from the parameter `phone-context` (RFC 3966), rest. Does not match
 * a number whose context is a network instead of a calling code, and a link that dials nothing.
 */
export const LINK = `^(?!${NOTHING}|[^]*;phone-context=(?:[^+%]|%(?!2b)))((?:${SCRIPT})?\\s*(?:${CALLS}|(${MESSAGES}))(?:/|send|chat|add|#p|\\?phone=|\\?number=)*)(${CHARACTER}*)(?:;phone-context=((?:\\+|%2b)\\d+))?([^]*)`;
