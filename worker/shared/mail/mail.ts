/** Sends e-mail messages through what the deployment has: the binding `EMAIL`, or a server in `SMTP_URL`. */
import { listHeaders, type Mail, type Mailbox, type MailFile, oneLine, writeMail } from './mime.ts';
import { safeName } from './safe-names.ts';
import { sendBySmtp, type SmtpServer } from './smtp.ts';
import { within } from '../limits/bounded-wait.ts';

/** How long the binding may take. */
const BINDING_MS = 30_000;
/** Longest part of an error of the binding. */
const MAX_DETAIL = 200;

/** The bindings, variables and secrets for e-mail. */
export interface MailEnv {
  /** Cloudflare's Email Service. It goes before `SMTP_URL`. */
  EMAIL?: SendEmail;
  /** Secret. `smtps://user:password@host:465`, or `smtp://user:password@host:587` with STARTTLS. */
  SMTP_URL?: string;
  /** The sender, `Leadline <no-reply@example.com>` or an address alone. Without it no mail is sent. */
  MAIL_FROM?: string;
  /** The address of this deployment, to which links in mail lead. Without it no mail is sent. */
  PUBLIC_URL?: string;
  PRIVATE_ADDRESSES?: string;
}

/** The result of sending: `bounced` if the address does not exist, `failed` if it should be tried again. */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'bounced'; detail: string }
  | { outcome: 'failed'; detail: string };

/** The error of the binding about an address that gets no mail any more. `E_RECIPIENT_NOT_ALLOWED` is about the binding's own list. */
const BOUNCE_CODE = 'E_RECIPIENT_SUPPRESSED';

/** Tells whether the deployment can send mail. */
export function hasMail(env: MailEnv): boolean {
  const isServer = env.EMAIL !== undefined || readSmtpUrl(env) !== undefined;
  return isServer && readSender(env) !== undefined && (env.PUBLIC_URL ?? '') !== '';
}

/**
 * Sends a message. Does not throw.
 * @param time when the message was caused, in milliseconds since the epoch: its `Date`
 */
export async function sendMail(env: MailEnv, given: Mail, time: number): Promise<MailOutcome> {
  const mail = withSafeNames(given);
  const sender = readSender(env);
  if (sender === undefined) return { outcome: 'failed', detail: 'MAIL_FROM is not set.' };
  const from = mail.senderName === undefined ? sender : { ...sender, name: mail.senderName };
  if (env.EMAIL !== undefined) return sendByBinding(env.EMAIL, mail, from);
  const server = readSmtpUrl(env);
  if (server === undefined) return { outcome: 'failed', detail: 'No mail server is set up.' };
  const data = writeMail(mail, { from, time });
  const sent = await sendBySmtp(server, { from: from.email, to: mail.to.email, data });
  if (sent.outcome !== 'failed') return sent;
  const unsure = ' The message may have arrived; it is sent again with the same Message-ID.';
  return { outcome: 'failed', detail: sent.detail + (sent.isUnsure ? unsure : '') };
}

/** Leaves out the names of people that hold an address or a link. */
function withSafeNames(mail: Mail): Mail {
  const named = ({ email, name = '' }: Mailbox): Mailbox => ({ email, name: safeName(name, '') });
  const { to, replyTo, senderName = '' } = mail;
  return {
    ...mail,
    to: named(to),
    senderName: safeName(senderName, '') || undefined,
    ...(replyTo === undefined ? {} : { replyTo: named(replyTo) }),
  };
}

/** Reads `MAIL_FROM`; undefined if it is unset or no address. */
export function readSender({ MAIL_FROM: text = '' }: MailEnv): Mailbox | undefined {
  const plain = text.trim();
  const [, quoted, name = '', bracketed] =
    /^(?:"([^"<>]*)"\s*|([^"<>]*))<([^<>\s@]+@[^<>\s@]+)>$/.exec(plain) ?? [];
  if (bracketed !== undefined) return { email: bracketed, name: oneLine(quoted ?? name) };
  return /^[^\s<>@]+@[^\s<>@]+$/.test(plain) ? { email: plain, name: 'Leadline' } : undefined;
}

/** Reads `SMTP_URL`; undefined if it is unset or wrong. */
export function readSmtpUrl({ SMTP_URL: text, PRIVATE_ADDRESSES: allowed }: MailEnv): SmtpServer | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const isImplicit = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: Number(url.port) || (isImplicit ? 465 : 587),
    isImplicit,
    credentials:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    mayBePlain: allowed === 'allowed',
  };
}

function attachmentOf({ name, type, bytes }: MailFile): EmailAttachment {
  return { disposition: 'attachment', filename: name, type, content: bytes };
}

/** The platform sets `Message-ID` itself, so the message's id is in a header of its own. */
async function sendByBinding(binding: SendEmail, mail: Mail, from: Mailbox): Promise<MailOutcome> {
  const { to, replyTo, subject, text, html, files = [], id } = mail;
  const named = ({ email, name = '' }: Mailbox): { email: string; name: string } => ({
    email,
    name: oneLine(name),
  });
  const sending = binding
    .send({
      from: named(from),
      to: to.email,
      subject: oneLine(subject),
      text,
      html,
      ...(files.length === 0 ? {} : { attachments: files.map(attachmentOf) }),
      ...(replyTo === undefined ? {} : { replyTo: named(replyTo) }),
      headers: { ...listHeaders(mail), 'X-Leadline-Message': id },
    })
    .then(
      (): MailOutcome => ({ outcome: 'sent' }),
      (error: unknown): MailOutcome => {
        const { code = '', message = '' } = error as { code?: string; message?: string };
        const detail = oneLine(`${code} ${message}`).slice(0, MAX_DETAIL);
        return code === BOUNCE_CODE ? { outcome: 'bounced', detail } : { outcome: 'failed', detail };
      },
    );
  return within(sending, BINDING_MS, {
    outcome: 'failed',
    detail: 'The mail service did not answer in time.',
  });
}
