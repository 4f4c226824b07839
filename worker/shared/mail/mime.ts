/** Writes an e-mail message as text (RFC 5322, 2045, 2047). Pure: whatever a header contains, it ends in its own line. */

/** Characters of an encoded word, well below the 75 that RFC 2047 allows: 45 bytes are 60 in base64. */
const WORD_BYTES = 45;
/** Characters of a line of base64 (RFC 2045, 6.8). */
const BASE64_LINE = 76;
/** Longest text of a header. */
const MAX_HEADER = 500;

/** A person in a header. */
export interface Mailbox {
  email: string;
  name?: string;
}

/** A file that comes with a message. */
export interface MailFile {
  /** In ASCII, without quotes. */
  name: string;
  /** Its media type. */
  type: string;
  bytes: Uint8Array;
}

/** An e-mail message to one person. */
export interface Mail {
  /** Stays the same when the message is sent again: the left part of its `Message-ID`. */
  id: string;
  to: Mailbox;
  /** The name of the sender, instead of the one in `MAIL_FROM`. */
  senderName?: string | undefined;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  files?: readonly MailFile[];
  /** The address that ends these messages with one request, without a session (RFC 8058). */
  unsubscribeUrl?: string;
}

/**
 * Returns the message with CRLF line ends, its body in base64, so that no line is too long or starts with a dot.
 * @param more.time when the message was caused, in milliseconds since the epoch
 */
export function writeMail(mail: Mail, { from, time }: { from: Mailbox; time: number }): string {
  return [
    `Date: ${dateOf(time)}`,
    `From: ${mailboxText(from)}`,
    `To: ${mailboxText(mail.to)}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mailboxText(mail.replyTo)}`]),
    `Subject: ${headerText(mail.subject)}`,
    `Message-ID: <${mail.id}@${domainOf(from.email)}>`,
    ...Object.entries(listHeaders(mail)).map(([name, value]) => `${name}: ${value}`),
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    ...bodyOf(mail),
    '',
  ].join('\r\n');
}

/** Returns the text in both forms, and the files beside it (RFC 2046, 5.1.3 and 5.1.4). */
function bodyOf({ id, text, html, files = [] }: Mail): string[] {
  const encoded = (headers: readonly string[], bytes: Uint8Array): string[] => [
    ...headers,
    'Content-Transfer-Encoding: base64',
    '',
    ...base64Lines(bytes),
  ];
  const written = multipart('alternative', `leadline-${id}`, [
    encoded(['Content-Type: text/plain; charset=utf-8'], Buffer.from(text)),
    encoded(['Content-Type: text/html; charset=utf-8'], Buffer.from(html)),
  ]);
  if (files.length === 0) return written;
  return multipart('mixed', `leadline-files-${id}`, [
    written,
    ...files.map(({ name, type, bytes }) =>
      encoded([`Content-Type: ${type}`, `Content-Disposition: attachment; filename="${name}"`], bytes),
    ),
  ]);
}

function multipart(kind: string, boundary: string, parts: readonly (readonly string[])[]): string[] {
  return [
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
  ];
}

/** Returns the headers with which a mail program offers to unsubscribe (RFC 2369, 8058). */
export function listHeaders({ unsubscribeUrl: url }: Pick<Mail, 'unsubscribeUrl'>): Record<string, string> {
  return url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Returns a text on one line, without control characters. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_HEADER);
}

/** Returns the domain of an address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Writes a moment as RFC 5322, 3.3 wants it, in UTC. */
function dateOf(time: number): string {
  return new Date(time).toUTCString().replace('GMT', '+0000');
}

function mailboxText({ email, name = '' }: Mailbox): string {
  const shown = oneLine(name);
  if (shown === '') return `<${email}>`;
  const phrase = isPlain(shown) ? `"${shown.replaceAll(/["\\]/g, String.raw`\$&`)}"` : encodedWords(shown);
  return `${phrase} <${email}>`;
}

function headerText(text: string): string {
  const shown = oneLine(text);
  return isPlain(shown) ? shown : encodedWords(shown);
}

/** Short ASCII stays as it is. Text that looks like an encoded word would be read as one. */
function isPlain(text: string): boolean {
  return text.length <= WORD_BYTES && /^[ -~]*$/.test(text) && !text.includes('=?');
}

/** Writes words of base64, each of whole characters, one a line (RFC 2047, 2 and 5). */
function encodedWords(text: string): string {
  const words: string[] = [''];
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= WORD_BYTES) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

function base64Lines(bytes: Uint8Array): string[] {
  const encoded = Buffer.from(bytes).toString('base64');
  return encoded.match(new RegExp(`.{1,${BASE64_LINE}}`, 'g')) ?? [];
}
