/** Replies of mail servers, and which of them say that there is no such address. Pure. */

/**
 * Statuses of an address that does not exist (RFC 3463, 3.2; RFC 7505): unknown mailbox, unknown system, bad syntax, moved away, a
 * domain without mail.
 */
const UNKNOWN_STATUSES: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);
/** How servers without such statuses say so. */
const UNKNOWN_WORDS =
  /\b(?:(?:no such|unknown|nonexistent|invalid) (?:local )?(?:user|mailbox|recipient|address)|(?:user|mailbox|recipient|address|account)(?: is)? (?:unknown|not found|does not exist|doesn't exist))\b/i;

/** A reply of the server. */
export interface Reply {
  code: number;
  /** Without the codes, one line for each line of the reply. */
  lines: readonly string[];
}

/**
 * Tells whether a reply to RCPT means that there is no such address. Other refusals are about the sender, the message or the
 * moment, for instance by a policy, and pass once somebody mends them.
 */
export function isBounce({ code, lines }: Reply): boolean {
  if (code < 500 || code > 599) return false;
  const [status] = /^\d\.\d{1,3}\.\d{1,3}\b/.exec(lines[0] ?? '') ?? [];
  return status === undefined ? UNKNOWN_WORDS.test(lines.join(' ')) : UNKNOWN_STATUSES.has(status);
}
