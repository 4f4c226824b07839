/** A message as a mail program reads it: every name, subject and text arrives as it was, in headers of its own. */
import * as fc from 'fast-check';
import { type AddressObject, simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { type Mail, oneLine, writeMail } from '../../../../worker/shared/mail/mime.ts';

const FROM = { email: 'leads@leadline.example.com', name: 'Leadline' };
const TIME = Date.UTC(2026, 10, 24, 8, 30);
/** Longest line that a server must take, without its end (RFC 5322, 2.1.1). */
const MAX_LINE = 998;
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list',
  'message-id',
  'mime-version',
  'reply-to',
  'to',
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    'Ann "Red" Lee',
    String.raw`back\slash`,
    '=?utf-8?Q?no?=',
    'Łódź, Zoë; <x@y.example>',
    '٣ ☎️',
  ),
);
const mail: fc.Arbitrary<Mail> = fc.record({
  id: fc.uuid(),
  to: fc.record({ email: fc.constant('ann@acme.example.com'), name: text }),
  replyTo: fc.record({ email: fc.constant('bob@acme.example.com'), name: text }),
  subject: text,
  text,
  html: text.map((words) => `<p>${words.replaceAll(/[&<>]/g, '')}</p>`),
  files: fc.array(
    fc.record({
      name: fc.constantFrom('report-2026-11-01-2026-11-30.csv', 'report.xlsx'),
      type: fc.constantFrom('text/csv; charset=utf-8', 'application/octet-stream'),
      bytes: fc.uint8Array({ maxLength: 300 }),
    }),
    { maxLength: 2 },
  ),
  unsubscribeUrl: fc.constant('https://leadline.example.com/u/abc'),
});

test('a mail program reads back names, subject, text and files, whatever they contain', async () => {
  await fc.assert(
    fc.asyncProperty(mail, async (message) => {
      const written = writeMail(message, { from: FROM, time: TIME });
      const parsed = await simpleParser(written);
      expect(addresses(parsed.to)).toEqual([[message.to.email, shown(message.to.name)]]);
      expect(addresses(parsed.replyTo)).toEqual([[message.replyTo?.email, shown(message.replyTo?.name)]]);
      expect(addresses(parsed.from)).toEqual([[FROM.email, FROM.name]]);
      expect(parsed.subject ?? '').toBe(shown(message.subject));
      expect(parsed.messageId).toBe(`<${message.id}@leadline.example.com>`);
      expect(parsed.date?.getTime()).toBe(TIME);
      expect(lines(parsed.text)).toBe(lines(message.text));
      expect(parsed.attachments.map(({ filename, content }) => [filename, [...content]])).toEqual(
        (message.files ?? []).map(({ name, bytes }) => [name, [...bytes]]),
      );
      expect([...parsed.headers.keys()].filter((name) => name !== 'subject').sort()).toEqual(HEADERS);
      expect(written.split('\r\n').filter((line) => line.length > MAX_LINE)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

function addresses(header: AddressObject | AddressObject[] | undefined): [string | undefined, string][] {
  return [header ?? []]
    .flat()
    .flatMap(({ value }) => value.map(({ address, name }) => [address, name] as const))
    .map(([address, name]) => [address, name]);
}

/** A header has one line, without spaces at its ends. */
function shown(header = ''): string {
  return oneLine(header);
}

/** Without the differences that text has by its line ends. */
function lines(body = ''): string {
  return body.replaceAll(/\r\n?/g, '\n').trimEnd();
}
