/** Sends messages about notifications in the background, one after the other for each channel. */
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { mailboxKey } from '../../../shared/contact/email.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import { hasMail, type MailOutcome, sendMail } from '../../../shared/mail/mail.ts';
import type { Mailbox, MailFile } from '../../../shared/mail/mime.ts';
import { safeName } from '../../../shared/mail/safe-names.ts';
import { type MailContent, writeTemplate } from '../../../shared/mail/template.ts';
import { unsubscribeUrl } from '../../../shared/mail/unsubscribing.ts';
import { brandOf } from '../../company/brand/brand.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { featuresOf } from '../../engine/context/feature.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { UserRecord } from '../users/schema.ts';
import { findUser } from '../users/users.ts';
import {
  claimMessage,
  closeMessage,
  findDueMessage,
  type MessageRecord,
  type MessageResult,
  nextMessageTime,
  notificationsOfMessage,
  recordResult,
} from './messages.ts';
import { choicesOf } from './choices.ts';
import { stopMail } from './mail-stops.ts';
import { findNotifications } from './notifications.ts';
import { pushToDevices } from '../push/sending.ts';
import type { SentChannel } from './channels.ts';
import type { NotificationRecord } from './schema.ts';
import { callAddress, factsOf, originOf, wordsOf } from './words.ts';

/** Longest wait for the account of an address. Without its answer the message is sent. */
const ACCOUNT_MS = 3_000;
/** How long a message waits whose mailbox has had too many. */
const FULL_MS = 60 * 60_000;

const ACTOR = { kind: 'system', name: 'notifications' } as const;

/** What a message tells: its notifications, oldest first, and how many there are. */
export interface Content {
  user: UserRecord;
  notifications: NotificationRecord[];
  count: number;
}

/** Sends a message, and returns what became of it. */
export type Send = (
  company: CompanyContext,
  env: CoreEnv,
  content: Content & { message: MessageRecord },
) => Promise<MessageResult & { bounce?: string }>;

/** Sends the mail. */
export const sendingMail = sending('mail', async (company, env, given) =>
  (await hasRoom(company, env, given))
    ? sendByMail(company, env, given)
    : { outcome: 'failed', detail: 'The mailbox had too many messages.', askedWaitMs: FULL_MS },
);

/** Pushes messages to browsers. */
export const sendingPush = sending('push', async (company, env, { message, notifications, count }) => {
  const words = notifications.map((each) => wordsOf(each, company.companyId));
  const body = count === 1 && notifications[0] !== undefined ? originOf(notifications[0]).join('\n') : '';
  return pushToDevices(company, env, { message, words, body, count });
});

/** How a message is kept from being sent twice, where nobody would recognize the second one. */
interface Once {
  /** What is said of a message that was interrupted. */
  detail: string;
  /** Longer than sending takes. */
  cutOffMs: number;
}

/** Returns the task that sends the messages of a channel. @param once absent if a message is sent again after an interruption */
export function sending(channel: SentChannel, send: Send, once?: Once): BackgroundTask {
  return {
    kind: channel,
    nextTime: ({ database }) => nextMessageTime(database, channel),
    run: async (company, env) => {
      const message = findDueMessage(company.database, channel, Date.now());
      if (message === undefined) return;
      if (once !== undefined && message.lastError === once.detail) {
        const lost = { outcome: 'failed', detail: once.detail, isFinal: true } as const;
        commit(company, contextOfActor(company, ACTOR), (context) => recordResult(context, message, lost));
        return;
      }
      const content = commit(company, contextOfActor(company, ACTOR), (context) => {
        if (!closeMessage(context, message)) return 'later';
        if (once !== undefined) claimMessage(context, message, once);
        return contentOf(context, message);
      });
      if (content === 'later') return;
      const result =
        content === undefined
          ? ({ outcome: 'not_sent' } as const)
          : await send(company, env, { message, ...content });
      commit(company, contextOfActor(company, ACTOR), (context) => {
        if ('bounce' in result && content !== undefined) stopMail(context, content.user, result.bounce);
        recordResult(context, message, result);
      });
    },
  };
}

/** Returns what to tell; undefined if the user may not hear of any of it any more. */
function contentOf(context: RequestContext, { messageNumber, userId }: MessageRecord): Content | undefined {
  const user = findUser(context.database, userId);
  if (user === undefined || user.isSuspended) return undefined;
  const { ids, count } = notificationsOfMessage(context.database, messageNumber);
  const all = findNotifications(context.database, ids);
  const notifications = all.filter(({ data: { lead_id: leadId } }) => {
    if (typeof leadId !== 'string') return true;
    return user.roleId !== 'viewer' && featuresOf(context).maySeeLead(context, user, leadId);
  });
  if (notifications.length === 0) return undefined;
  return { user, notifications, count: count - (all.length - notifications.length) };
}

/** Counts a message at its mailbox, which knows those of all users and companies. @returns whether it may be sent */
async function hasRoom(
  { companyId }: CompanyContext,
  env: CoreEnv,
  { message, user }: Content & { message: MessageRecord },
): Promise<boolean> {
  if (!hasMail(env)) return true;
  const notice = { letterId: message.messageId, isLink: false, isNotice: true };
  const taken = env.ACCOUNTS.getByName(mailboxKey(user.email)).takeLetter(companyId, notice);
  return within(taken, ACCOUNT_MS, true);
}

async function sendByMail(
  company: CompanyContext,
  env: CoreEnv,
  { message, user, notifications, count }: Content & { message: MessageRecord },
): Promise<MessageResult & { bounce?: string }> {
  const { PUBLIC_URL: origin = '', OPERATOR_TOKEN: secret } = env;
  if (!hasMail(env)) return { outcome: 'not_sent', detail: 'No mail is set up.' };
  const { companyId } = company;
  const words = notifications.map((each) => wordsOf(each, companyId));
  const [first] = words;
  if (first === undefined) return { outcome: 'not_sent' };
  const settings = `${origin}/console/${companyId}/people/notifications`;
  const title = count === 1 ? first.title : `${count} notifications: ${first.title}`;
  const companyName = safeName(settingsOf(company).options().name, 'your company');
  const senderName = safeName(brandOf(company.database).name ?? '', '') || undefined;
  const product = senderName ?? 'Leadline';
  const { files, ...parts } = await partsOf(company, env, { user, notifications, count });
  const body = writeTemplate({
    title,
    ...parts,
    items: count === 1 ? [] : words.map(({ title: text, path }) => ({ text, url: origin + path })),
    action: {
      label: `Open ${product}`,
      url: count === 1 ? origin + first.path : `${origin}/console/${companyId}`,
    },
    footer: `You get this because you work with ${companyName} in ${product}.`,
    settings: { label: 'Choose your notifications', url: settings },
  });
  const replyTo = causedBy(company, notifications);
  const unsubscribe = unsubscribeUrl(
    { companyId, userId: user.userId, topic: message.topic },
    { origin, secret },
  );
  const mail = {
    id: message.messageId,
    to: { email: user.email, name: user.name },
    senderName,
    ...(replyTo === undefined ? {} : { replyTo }),
    subject: title,
    ...body,
    files,
    unsubscribeUrl: unsubscribe,
  };
  return resultOf(await sendMail(env, mail, message.createdTime));
}

/**
 * Returns the facts of the one thing that is told, in the reader's zone and as their country writes times, its call, and what its feature adds; or how many of the
 * things are named.
 */
async function partsOf(
  company: CompanyContext,
  env: CoreEnv,
  { user, notifications, count }: Content,
): Promise<Pick<MailContent, 'paragraphs' | 'call' | 'tables'> & { files: readonly MailFile[] }> {
  const [only] = count === 1 ? notifications : [];
  if (only === undefined) {
    const some = `The first ${notifications.length} of ${count}:`;
    return { paragraphs: count > notifications.length ? [some] : [], files: [] };
  }
  const { timeZone } = choicesOf(company, user.userId);
  const reader = {
    timeZone: timeZone ?? timeZoneOf(company),
    region: settingsOf(company).options().default_region,
  };
  const url = callAddress(only);
  const told = { ...only, reader: user };
  const added = await Promise.all(featuresOf(company).mailParts.map((parts) => parts(company, env, told)));
  return {
    paragraphs: [...factsOf(only, reader), ...added.flatMap((parts) => parts?.paragraphs ?? [])],
    tables: added.flatMap((parts) => parts?.tables ?? []),
    files: added.flatMap((parts) => parts?.files ?? []),
    ...(url === undefined ? {} : { call: { label: 'Call', url } }),
  };
}

function resultOf(sent: MailOutcome): MessageResult & { bounce?: string } {
  if (sent.outcome === 'sent') return { outcome: 'delivered' };
  if (sent.outcome === 'failed') return { outcome: 'failed', detail: sent.detail };
  return { outcome: 'failed', detail: sent.detail, isFinal: true, bounce: sent.detail };
}

/** Returns the person who caused all of the notifications; undefined if there are several or none. */
function causedBy(
  { database }: CompanyContext,
  notifications: readonly NotificationRecord[],
): Mailbox | undefined {
  const ids = notifications.map(({ data }) => {
    const by = (data['assigned_by'] ?? data['mentioned_by']) as { id?: string } | undefined;
    return by?.id;
  });
  const [id] = ids;
  if (id === undefined || ids.some((other) => other !== id)) return undefined;
  const user = findUser(database, id);
  return user === undefined || user.isSuspended ? undefined : { email: user.email, name: user.name };
}
