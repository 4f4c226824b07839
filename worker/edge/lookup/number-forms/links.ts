/** Links that dial, write to or chat with a number. Pure. */

/** Schemes and services, and what they put between their name and the number. */
const CALLS = 'tel:|callto:|facetime(?:-audio)?:|skype:';
const MESSAGES =
  'sms(?:to)?:|whatsapp:|viber:|https?://(?:wa\\.me|\\w+\\.whatsapp\\.com|t\\.me|signal\\.me)(?=[/?#]|$)';

const BYTE = '%[89ab][\\da-f]';
/** A character that belongs to the number: percent-encoded UTF-8 of up to three bytes, or none. */
const CHARACTER = `(?:[^?;&,%]|%[0-7][\\da-f]|%(?:c[2-9a-f]|d[\\da-f])${BYTE}|%(?:e0%[ab][\\da-f]|e[1-9a-cef]${BYTE})${BYTE})`;

/**
 * What stands before the number, within that the service of a link for messages, the number, the calling code that a
 * parameter gives to a local number (RFC 3966), the rest. A number whose context is a network and not a calling code is left alone.
 */
export const LINK = `^(?![^]*;phone-context=(?:[^+%]|%(?!2b)))(\\s*(?:${CALLS}|(${MESSAGES}))(?:/|send|chat|add|#p|\\?phone=|\\?number=)*)(${CHARACTER}*)(?:;phone-context=((?:\\+|%2b)\\d+))?([^]*)`;
