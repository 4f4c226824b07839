/**
 * The demo's mailbox: mail that the product sends lands in KV, beside the rest of the demo's data, and is shown by the page
 * `/demo/mail`. A developer who sets up mail of their own in `.dev.vars` gets that instead.
 */
import type { MailEnv } from '../../worker/shared/mail/mail.ts';
import { type DemoMail, MAIL_LIST } from '../mail.ts';

const PREFIX = 'demo-mail:';
/** Most messages that are kept; older ones go. */
const MOST_KEPT = 50;
const KEPT_SECONDS = 30 * 24 * 60 * 60;
/** Names under which this machine calls itself. A site elsewhere that resolves its own name to this machine may read no mail. */
const OWN_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the environment with mail that lands in the mailbox, unless mail is set up. */
export function withMailbox<Env extends MailEnv & { CACHE: KVNamespace }>(env: Env): Env {
  if (env.EMAIL !== undefined || (env.SMTP_URL ?? '') !== '') return env;
  const EMAIL: SendEmail = {
    send: async (mail) => {
      if ('html' in mail) await keep(env.CACHE, mail);
      return { messageId: crypto.randomUUID() };
    },
  };
  return { ...env, EMAIL, MAIL_FROM: env.MAIL_FROM || 'Leadline demo <no-reply@leadline.test>' };
}

/** Answers `GET /demo/mail/messages`, newest first, and `DELETE`, which empties the mailbox. */
export async function answerMail(
  request: Request,
  { CACHE: kept }: { CACHE: KVNamespace },
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!isOwnRequest(request) || pathname !== MAIL_LIST)
    return new Response('There is no mail here.', { status: 404 });
  if (request.method === 'DELETE') {
    for (const { id } of await list(kept)) await kept.delete(PREFIX + id);
    return new Response(null, { status: 204 });
  }
  return Response.json({ messages: await list(kept) }, { headers: { 'Cache-Control': 'no-store' } });
}

/** Tells whether a request comes from this machine's own pages, or from no page. */
export function isOwnRequest(request: Request): boolean {
  const { hostname, origin } = new URL(request.url);
  return OWN_NAMES.includes(hostname) && (request.headers.get('Origin') ?? origin) === origin;
}

/** Keeps a message. One that is sent again has the same id, and replaces itself. */
async function keep(kept: KVNamespace, mail: EmailMessageBuilder): Promise<void> {
  const { 'X-Leadline-Message': id = crypto.randomUUID(), 'List-Unsubscribe': unsubscribe } =
    mail.headers ?? {};
  const { text = '', html = '', subject, replyTo, attachments = [] } = mail;
  const before = await kept.get<DemoMail>(PREFIX + id, 'json');
  const message: DemoMail = {
    id,
    time: before?.time ?? Date.now(),
    from: mailboxText(mail.from),
    to: [mail.to].flat().map(mailboxText).join(', '),
    ...(replyTo === undefined ? {} : { replyTo: mailboxText(replyTo) }),
    subject,
    text,
    html,
    ...(attachments.length === 0 ? {} : { files: attachments.map(fileOf) }),
    ...(unsubscribe === undefined ? {} : { unsubscribeUrl: unsubscribe.replaceAll(/^<|>$/g, '') }),
  };
  await kept.put(PREFIX + id, JSON.stringify(message), { expirationTtl: KEPT_SECONDS });
  for (const { id: old } of (await list(kept)).slice(MOST_KEPT)) await kept.delete(PREFIX + old);
}

async function list(kept: KVNamespace): Promise<DemoMail[]> {
  const { keys } = await kept.list({ prefix: PREFIX });
  const mails = await Promise.all(keys.map(({ name }) => kept.get<DemoMail>(name, 'json')));
  return mails.filter((mail) => mail !== null).toSorted((a, b) => b.time - a.time);
}

function fileOf({ filename, type, content }: EmailAttachment): {
  name: string;
  type: string;
  base64: string;
} {
  // The product sends bytes.
  return { name: filename, type, base64: Buffer.from(content as Uint8Array).toString('base64') };
}

function mailboxText(mailbox: string | { email: string; name?: string } = ''): string {
  if (typeof mailbox === 'string') return mailbox;
  const { email, name = '' } = mailbox;
  return name === '' ? email : `${name} <${email}>`;
}
