/** Links that dial, write to or chat with a number. Pure. */

/** Schemes and services, and what they put between their name and the number. */
const CALLS = 'tel:|callto:|facetime(?:-audio)?:|skype:';
const MESSAGES =
  'sms(?:to)?:|whatsapp:|viber:|https?://(?:wa\\.me|\\w+\\.whatsapp\\.com|t\\.me|signal\\.me)(?=[/?#]|$)';

/**
 * What stands before the number, within that the service of a link for messages, the number, the calling code that a
 * parameter gives to a local number (RFC 3966), the rest. A number whose context is a network and not a calling code is left alone.
 */
export const LINK = `^(?![^]*;phone-context=(?:[^+%]|%(?!2b)))(\\s*(?:${CALLS}|(${MESSAGES}))(?:/|send|chat|add|#p|\\?phone=|\\?number=)*)([^?;&,]*)(?:;phone-context=((?:\\+|%2b)\\d+))?([^]*)`;
