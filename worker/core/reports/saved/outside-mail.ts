/** Sends mail to people outside the company, in the background: the question whether they want reports, and the reports. */
import { mailboxKey } from '../../../shared/contact/email.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import { hasMail, type MailOutcome, sendMail } from '../../../shared/mail/mail.ts';
import type { MailFile } from '../../../shared/mail/mime.ts';
import { safeName, safeTitle } from '../../../shared/mail/safe-names.ts';
import { type MailContent, writeTemplate } from '../../../shared/mail/template.ts';
import { momentText } from '../../../shared/mail/times.ts';
import { timeStyleOf } from '../../../shared/pure/time-style.ts';
import { OUTSIDE_REPORTS, unsubscribeUrl } from '../../../shared/mail/unsubscribing.ts';
import { brandOf } from '../../company/brand/brand.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { rangeTitle } from '../words/periods.ts';
import { endLetter, findDueLetter, type LetterRecord, nextLetterTime, postponeLetter } from './letters.ts';
import { findRecipient, LINK_MS, newSecret, noteDelivery, type RecipientRecord } from './recipients.ts';
import { partsOfReport } from './report-mail.ts';
import { findSavedReport } from './saved-reports.ts';
import type { SavedReportRecord } from './schema.ts';

const ACTOR = { kind: 'system', name: 'reports' } as const;
/** Longest wait for the account of an address, which counts its mail. */
const ACCOUNT_MS = 3_000;
/** How long a letter waits whose mailbox has had too many. */
const FULL_MS = 60 * 60_000;

/** What is sent: the question, or a report. */
interface Wanted {
  recipient: RecipientRecord;
  report: SavedReportRecord | undefined;
}

/** What became of a letter; `unwanted` if it was not to be sent any more. */
type Result = MailOutcome | { outcome: 'unwanted' } | { outcome: 'waits'; detail: string };

/** The task. Sends one letter in a turn. */
export const sendingReports: BackgroundTask = {
  kind: 'reports by mail',
  nextTime: ({ database }) => nextLetterTime(database),
  run: async (company, env) => {
    const letter = findDueLetter(company.database, Date.now());
    if (letter === undefined) return;
    const result = await send(company, env, letter);
    commit(company, contextOfActor(company, ACTOR), (context) => settle(context, letter, result), 'reserve');
  },
};

function settle(context: WriteContext, letter: LetterRecord, result: Result): void {
  const { outcome } = result;
  const isAgain = outcome === 'failed' || outcome === 'waits';
  if (isAgain) postponeLetter(context, letter, outcome === 'waits' ? FULL_MS : 0);
  else endLetter(context, letter.letterId);
  const recipient = findRecipient(context.database, letter.recipientId);
  if (recipient === undefined || outcome === 'unwanted') return;
  const lastError = 'detail' in result ? result.detail : null;
  noteDelivery(context, recipient, { lastError, isGone: outcome === 'bounced' });
}

async function send(company: CompanyContext, env: CoreEnv, letter: LetterRecord): Promise<Result> {
  const wanted = wantedOf(company, letter);
  if (wanted === undefined) return { outcome: 'unwanted' };
  if (!hasMail(env)) return { outcome: 'waits', detail: 'No mail is set up.' };
  const isQuestion = wanted.report === undefined;
  const counted = { letterId: letter.letterId, isLink: isQuestion, isNotice: !isQuestion };
  const taken = env.ACCOUNTS.getByName(mailboxKey(wanted.recipient.email)).takeLetter(
    company.companyId,
    counted,
  );
  if (!(await within(taken, ACCOUNT_MS, false))) {
    return { outcome: 'waits', detail: 'The mailbox had too many messages.' };
  }
  const { files, ...content } =
    wanted.report === undefined
      ? { ...questionOf(company, env, wanted.recipient), files: [] }
      : await reportOf(company, env, { report: wanted.report, letter });
  // They may have left meanwhile, or are named no more.
  const now = wantedOf(company, letter);
  if (now === undefined) return { outcome: 'unwanted' };
  const unsubscribe = leaveUrl(company, env, letter.recipientId);
  const mail = {
    id: letter.letterId,
    to: { email: now.recipient.email },
    senderName: safeName(brandOf(company.database).name ?? '', '') || undefined,
    subject: content.title,
    ...writeTemplate({ ...content, settings: { label: 'Stop these e-mails', url: unsubscribe } }),
    files,
    unsubscribeUrl: unsubscribe,
  };
  return sendMail(env, mail, letter.createdTime);
}

/** Returns whom a letter goes to, and its report; undefined if it is not to be sent any more. */
function wantedOf({ database }: CompanyContext, { recipientId, reportId }: LetterRecord): Wanted | undefined {
  const recipient = findRecipient(database, recipientId);
  if (recipient === undefined) return undefined;
  if (reportId === null) return recipient.state === 'asked' ? { recipient, report: undefined } : undefined;
  const report = findSavedReport(database, reportId);
  const isNamed = report?.schedule?.emails.includes(recipient.email) === true;
  return isNamed && recipient.state === 'confirmed' ? { recipient, report } : undefined;
}

type Content = Omit<MailContent, 'settings'>;

function questionOf(company: CompanyContext, env: CoreEnv, recipient: RecipientRecord): Content {
  const { PUBLIC_URL: origin = '' } = env;
  const secret = commit(company, contextOfActor(company, ACTOR), (context) =>
    newSecret(context, recipient.recipientId),
  );
  const name = companyNameOf(company);
  const { default_region: region } = settingsOf(company).options();
  const until = momentText(recipient.askedTime + LINK_MS, { timeZone: timeZoneOf(company), region });
  return {
    title: `${name} would like to send you reports`,
    paragraphs: [
      `${name} entered this address to send you reports of its calls and leads by e-mail: figures, without names of its customers.`,
      `You get nothing unless you confirm it. The link works once, until ${until}. If you do not know ${name}, ignore this message.`,
    ],
    action: {
      label: 'Confirm your address',
      url: `${origin}/reports/confirm/${company.companyId}/${secret}`,
    },
    footer: `You get this because ${name} entered your address.`,
  };
}

async function reportOf(
  company: CompanyContext,
  env: CoreEnv,
  { report, letter: { path, createdTime } }: { report: SavedReportRecord; letter: LetterRecord },
): Promise<Content & { files: readonly MailFile[] }> {
  const name = companyNameOf(company);
  const parts = await partsOfReport(company, env, { path, createdTime });
  return {
    title: `Report of ${name}: ${safeTitle(report.name, 'calls and leads')}`,
    ...parts,
    paragraphs: [daysOf(company, path), ...parts.paragraphs],
    footer: `You get this because you confirmed that ${name} may send you its reports.`,
  };
}

/** Returns the days of a report from its place in the console. */
function daysOf(company: CompanyContext, path: string): string {
  const parameters = new URLSearchParams(path.slice(path.indexOf('?')));
  const style = timeStyleOf(settingsOf(company).options().default_region);
  return rangeTitle(parameters.get('from') ?? '', parameters.get('to') ?? '', style);
}

function companyNameOf(company: CompanyContext): string {
  return safeName(settingsOf(company).options().name, 'a company');
}

function leaveUrl(
  { companyId }: CompanyContext,
  { PUBLIC_URL: origin = '', OPERATOR_TOKEN: secret }: CoreEnv,
  recipientId: string,
): string {
  return unsubscribeUrl({ companyId, userId: recipientId, topic: OUTSIDE_REPORTS }, { origin, secret });
}
