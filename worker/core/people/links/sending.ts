/** Sends mail about signing in, in the background. */
import { companyToken, linkUrl } from '../../../accounts/links.ts';
import { mailboxKey } from '../../../shared/contact/email.ts';
import { inTime } from '../../../shared/limits/bounded-wait.ts';
import { hasMail, type MailOutcome, sendMail } from '../../../shared/mail/mail.ts';
import { oneLine } from '../../../shared/mail/mime.ts';
import { safeName } from '../../../shared/mail/safe-names.ts';
import { momentText, type TimeReader } from '../../../shared/mail/times.ts';
import { type MailContent, writeTemplate } from '../../../shared/mail/template.ts';
import { brandOf, productNameOf } from '../../company/brand/brand.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { readCompany } from '../../company/companies.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import { findUser } from '../users/users.ts';
import {
  findDueLetter,
  type LetterRecord,
  type LetterResult,
  nextLetterTime,
  recordLetter,
} from './letters.ts';
import { findLink, type LinkRecord } from './link-store.ts';

/** Longest name of a company or a person in a message to somebody who may not know them. */
const MAX_NAME = 80;

/** Longest wait for the account of an address. */
const ACCOUNT_MS = 10_000;
const TOO_MANY = 'Too many letters were sent to this address today. Hand the link over.';

/** Who gets a letter, and its content. */
interface Content {
  to: { email: string; name: string };
  content: MailContent;
}

/** The title and the first sentence of each letter. In the title, the company's own name takes the place of Leadline's. */
const LETTERS: Record<
  Exclude<LetterRecord['kind'], 'link'>,
  [title: string, sentence: (email: string, time: string) => string]
> = {
  password_changed: [
    'Your Leadline password was changed',
    (email, time) => `The password of ${email} was changed on ${time}. Other sessions were ended.`,
  ],
  new_network: [
    'New sign-in to Leadline',
    (email, time) =>
      `Somebody signed in as ${email} on ${time}, from a network that you have not used before.`,
  ],
  second_factor_on: [
    'You sign in to Leadline with two factors now',
    (email, time) =>
      `Two-factor sign-in was turned on for ${email} on ${time}. Keep the recovery codes in a safe place.`,
  ],
  second_factor_off: [
    'Two-factor sign-in to Leadline was turned off',
    (email, time) => `Since ${time}, ${email} signs in with the password alone.`,
  ],
  second_factor_reset: [
    'Your second factor for Leadline was removed',
    (email, time) =>
      `A super admin removed the second factor of ${email} on ${time}. Your sessions were ended. Sign in with your password and set up a new one.`,
  ],
  recovery_code_used: [
    'A recovery code was used to sign in to Leadline',
    (email, time) =>
      `Somebody signed in as ${email} on ${time} with a recovery code. It does not work again. My profile shows how many are left.`,
  ],
  passkey_added: [
    'A passkey was added to your Leadline sign-in',
    (email, time) => `Since ${time}, a passkey signs in as ${email}. My profile shows it, and removes it.`,
  ],
  passkey_removed: [
    'A passkey was removed from your Leadline sign-in',
    (email, time) => `A passkey of ${email} was removed on ${time}. It does not sign in any more.`,
  ],
  passkey_reset: [
    'Your passkeys for Leadline were removed',
    (email, time) =>
      `A super admin removed the passkeys of ${email} on ${time}. Your sessions were ended. Sign in with your password.`,
  ],
  passkey_copied: [
    'A passkey of yours for Leadline was refused',
    (email, time) =>
      `On ${time}, somebody used a passkey of ${email} that may have been copied. They did not get in. Remove it in My profile, and add a new one.`,
  ],
  code_refused: [
    'Wrong codes at your sign-in to Leadline',
    (email, time) =>
      `On ${time}, somebody entered the password of ${email}, and then wrong codes. They did not get in.`,
  ],
};

export const sendingLetters: BackgroundTask = {
  kind: 'mail about signing in',
  nextTime: ({ database }) => nextLetterTime(database),
  run: async (company, env) => {
    const letter = findDueLetter(company.database, Date.now());
    if (letter === undefined) return;
    const result = await send(company, env, letter);
    commit(
      company,
      contextOfActor(company, { kind: 'system', name: 'mail' }),
      (context) => recordLetter(context, letter, result),
      'reserve',
    );
  },
};

async function send(company: CompanyContext, env: CoreEnv, letter: LetterRecord): Promise<LetterResult> {
  const found = hasMail(env) ? contentOf(company, env, letter) : undefined;
  if (found === undefined) return { outcome: 'not_sent' };
  const { to, content } = found;
  if (!(await isTaken(env, to.email, { companyId: company.companyId, letter }))) {
    return { outcome: 'not_sent', detail: TOO_MANY };
  }
  const senderName = brandOf(company.database).name ?? undefined;
  const mail = { id: letter.letterId, to, senderName, subject: content.title, ...writeTemplate(content) };
  return resultOf(await sendMail(env, mail, letter.createdTime));
}

/**
 * Counts the letter at its mailbox, which knows those of all companies.
 * @returns whether it may be sent
 */
function isTaken(
  { ACCOUNTS }: CoreEnv,
  email: string,
  { companyId, letter }: { companyId: string; letter: LetterRecord },
): Promise<boolean> {
  const { letterId, kind } = letter;
  const counted = ACCOUNTS.getByName(mailboxKey(email)).takeLetter(companyId, {
    letterId,
    isLink: kind === 'link',
  });
  return inTime(counted, ACCOUNT_MS, () => {
    throw new Error('The account of the address did not answer.');
  });
}

function resultOf(sent: MailOutcome): LetterResult {
  if (sent.outcome === 'sent') return { outcome: 'delivered' };
  return { outcome: 'failed', detail: sent.detail, isFinal: sent.outcome === 'bounced' };
}

/** Returns the letter; undefined if it is about nothing any more. */
function contentOf(company: CompanyContext, env: CoreEnv, letter: LetterRecord): Content | undefined {
  const companyName = nameOf(readCompany(company.database)?.name, 'A company');
  const { kind } = letter;
  if (kind === 'link') return aboutLink(company, env, { companyName, linkId: letter.linkId ?? '' });
  const user = findUser(company.database, letter.userId ?? '');
  if (user === undefined || user.isSuspended) return undefined;
  const time = momentText(letter.createdTime, readerIn(company));
  const origin = env.PUBLIC_URL ?? '';
  const [title, sentence] = LETTERS[kind];
  const product = nameOf(productNameOf(company.database), 'Leadline');
  const content = {
    title: title.replace('Leadline', () => product),
    paragraphs: [
      sentence(user.email, time),
      'If it was not you, choose a new password now and tell a super admin of your company.',
    ],
    action: { label: `Open ${product}`, url: `${origin}/console/${company.companyId}/people/profile` },
    footer: `You get this because you work with ${companyName} in ${product}.`,
  };
  return { to: { email: user.email, name: user.name }, content };
}

function aboutLink(
  company: CompanyContext,
  { PUBLIC_URL: origin = '', OPERATOR_TOKEN: secret }: CoreEnv,
  { companyName, linkId }: { companyName: string; linkId: string },
): Content | undefined {
  const { companyId, database } = company;
  const link = findLink(database, linkId);
  if (link === undefined || link.endedTime !== null || link.expiresTime <= Date.now()) return undefined;
  const url = linkUrl(origin, companyToken({ companyId, nonce: link.nonce }, secret));
  const until = momentText(link.expiresTime, readerIn(company));
  const product = nameOf(productNameOf(database), 'Leadline');
  const isInvitation = link.kind === 'invitation';
  const content = {
    title: isInvitation
      ? `${companyName} invites you to ${product}`
      : `Choose a new password for ${product} at ${companyName}`,
    paragraphs: [
      isInvitation
        ? `${companyName} would like you to work with them in ${product}, where their calls and leads come together.`
        : `A super admin of ${companyName} has made a link for you to choose a new password.`,
      ...alsoFor(link),
      `The link works once, until ${until}. If you do not know ${companyName}, ignore this message.`,
    ],
    action: { label: isInvitation ? 'Accept the invitation' : 'Choose a new password', url },
    footer: `You get this because ${companyName} entered your address in ${product}.`,
  };
  return { to: { email: link.email, name: nameOf(link.name, '') }, content };
}

/** Returns how a company reads times. */
function readerIn(company: CompanyContext): TimeReader {
  return { timeZone: timeZoneOf(company), region: settingsOf(company).options().default_region };
}

/** Names the other companies of an invitation. */
function alsoFor({ further }: LinkRecord): string[] {
  const names = further.map(({ companyName }) => nameOf(companyName, 'another company'));
  return names.length === 0 ? [] : [`The same link is for ${names.join(', ')}, too.`];
}

/** Returns a name as it is put into a message; `instead` for one that is empty, or holds an address or a link. */
function nameOf(name: string | undefined, instead: string): string {
  return safeName(oneLine(name ?? '').slice(0, MAX_NAME), instead);
}
