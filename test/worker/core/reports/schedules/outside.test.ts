/** Reports to people outside the company: nothing before they confirm, nothing after they leave, and no flood for strangers. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { settingsOf } from '../../../../../worker/core/company/settings/settings.ts';
import type { CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';
import {
  keyingLeftAddresses,
  LeftAddresses,
} from '../../../../../worker/core/reports/saved/left-addresses.ts';
import { sendingReports } from '../../../../../worker/core/reports/saved/outside-mail.ts';
import {
  confirmReports,
  eraseRecipient,
  leaveReports,
  questionOf,
  recipientBody,
  RECIPIENTS,
  RECIPIENTS_KEPT_MS,
} from '../../../../../worker/core/reports/saved/recipients.ts';
import {
  createSavedReport,
  modifySavedReport,
  removeSavedReport,
} from '../../../../../worker/core/reports/saved/saved-reports.ts';
import { scheduledReports } from '../../../../../worker/core/reports/saved/scheduled-runs.ts';
import { sendSavedReport } from '../../../../../worker/core/reports/saved/sending.ts';
import { newReportSchema, reportChangeSchema } from '../../../../../worker/core/reports/saved/schema.ts';
import { deleteOldest, oldestTime } from '../../../../../worker/core/engine/context/aged-rows.ts';
import { contextOfActor } from '../../../../../worker/core/engine/context/contexts.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';

const DAY = 24 * 3_600_000;
const START = Date.UTC(2026, 1, 20, 12);
const JO = 'jo@agency.test';
const ACTOR = { kind: 'system', name: 'test' } as const;

interface Sent {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments?: { filename: string; content: Uint8Array }[];
}

/** A company that sends mail through a binding, which may refuse it. */
class Outside extends MortalCompany {
  readonly sent: Sent[] = [];
  /** How the mail service refuses; undefined if it takes mail. */
  refusal: { code: string } | undefined;
  /** What happens while the mail service is asked whether the mailbox has room. */
  meanwhile: () => void = () => undefined;
  /** What happens while a mail is sent. */
  whileSending: () => void = () => undefined;
  readonly env: CoreEnv;

  constructor(deaths = 0) {
    super(1, deaths);
    const send = async (mail: Sent): Promise<void> => {
      this.whileSending();
      if (this.refusal !== undefined) throw Object.assign(new Error('No.'), this.refusal);
      this.sent.push(mail);
    };
    const takeLetter = async (): Promise<boolean> => {
      this.meanwhile();
      return true;
    };
    this.env = {
      CACHE: { get: async () => null },
      ACCOUNTS: { getByName: () => ({ takeLetter }) },
      EMAIL: { send },
      MAIL_FROM: 'Leadline <no-reply@leads.test>',
      PUBLIC_URL: 'https://leads.test',
      OPERATOR_TOKEN: 'secret',
    } as unknown as CoreEnv;
    this.write((context) => settingsOf(context).writeMissing());
  }

  save(emails: string[]): string {
    const schedule = { every: 'day', hour: 8, emails };
    const query = { metrics: 'cost,visits', by: 'day', relative: 'yesterday' };
    const input = v.parse(newReportSchema, { name: 'Costs', query, is_shared: true, schedule });
    return this.write((context) => createSavedReport(context, input).reportId);
  }

  change(id: string, emails: string[]): void {
    const schedule = { every: 'day', hour: 8, emails };
    this.write((context) => modifySavedReport(context, id, v.parse(reportChangeSchema, { schedule })));
  }

  /** Lets the time pass, with its mail. @returns what was sent */
  async mail(ms = 0): Promise<Sent[]> {
    const before = this.sent.length;
    await this.pass(ms, [scheduledReports, sendingReports, keyingLeftAddresses], this.env);
    return this.sent.slice(before);
  }

  /** Asks an address, and confirms it. */
  async confirm(): Promise<string> {
    const id = this.save([JO]);
    const [question] = await this.mail();
    if (!confirmReports(this.company, secretIn(question))) throw new Error('The link did not confirm.');
    return id;
  }

  /** Starts the object with a secret of the deployment, or without one. */
  keyedBy(secret: string | undefined): this {
    const { memory } = this.company;
    memory.set(LeftAddresses, new LeftAddresses(this.company, secret));
    return this;
  }

  /** Tells whether the database has a hash of an address that anybody can make. */
  hasPlainHash(email: string): boolean {
    const stored = JSON.stringify(this.database.all('SELECT * FROM report_recipients'));
    return [email, `company ${email}`].some((text) =>
      stored.includes(createHash('sha256').update(text).digest('hex')),
    );
  }

  /** Deletes whom the retention deletes. */
  forgetOld(): void {
    this.write(({ database, now }) => deleteOldest(database, RECIPIENTS, now - RECIPIENTS_KEPT_MS, 500));
  }

  stateOf(email: string): string {
    return recipientBody(contextOfActor(this.company, ACTOR), email).state;
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

function secretIn(mail: Sent | undefined): string {
  return /\/reports\/confirm\/company\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

function recipientIn(mail: Sent | undefined): string {
  const link = mail?.headers['List-Unsubscribe'] ?? '';
  return (
    /^<https:\/\/leads\.test\/unsubscribe\/company\/([\w-]+)\/outside_reports\/[\w-]+>$/.exec(link)?.[1] ?? ''
  );
}

test('whoever is asked gets reports once they confirm, by all schedules that name them, and none after they leave', async () => {
  const company = new Outside();
  const id = company.save([JO]);
  const [question, ...others] = await company.mail(3 * DAY);
  expect(others).toEqual([]);
  expect(question).toMatchObject({ to: JO, subject: 'Acme would like to send you reports' });
  expect(question?.attachments).toBeUndefined();
  expect(company.database.all('SELECT token_hash FROM report_recipients')).not.toContain(secretIn(question));
  expect(company.stateOf(JO)).toBe('asked');

  const secret = secretIn(question);
  expect(questionOf(company.company, secret)).toEqual({ companyName: 'Acme', heading: 'Acme' });
  expect(confirmReports(company.company, secret)).toBe(true);
  expect(confirmReports(company.company, secret), 'twice').toBe(false);
  expect(questionOf(company.company, secret)).toBeUndefined();
  const other = company.save([JO.toUpperCase()]);
  const reports = await company.mail(DAY);
  expect(reports.map(({ to, subject }) => [to, subject])).toEqual(
    Array.from({ length: 2 }, () => [JO, 'Report of Acme: Costs']),
  );
  const [report] = reports;
  expect(report?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  expect(report?.text).toMatch(/^Report of Acme: Costs\n\nFeb 23, 2026\n/);
  expect(report?.text).toContain('Stop these e-mails: https://leads.test/unsubscribe/company/');
  expect(`${report?.text}${report?.html}`).not.toContain('/console/');
  expect(report?.attachments?.map(({ filename }) => filename)).toEqual(['report-2026-02-23-2026-02-23.csv']);

  leaveReports(company.company, recipientIn(report));
  leaveReports(company.company, recipientIn(report));
  expect(confirmReports(company.company, secret), 'after leaving').toBe(false);
  company.change(id, [JO]);
  company.change(other, []);
  company.save([JO]);
  expect(await company.mail(10 * DAY)).toEqual([]);
  expect(company.stateOf(JO)).toBe('left');
});

test('a stranger whose address is entered thousands of times is asked three times in 90 days', async () => {
  const company = new Outside();
  const id = company.save([JO]);
  for (let day = 0; day < 180; day += 1) {
    company.change(id, []);
    company.change(id, [JO]);
    await company.mail(DAY);
    company.forgetOld();
  }
  expect(company.sent.length).toBeLessThanOrEqual(6);
  expect(company.sent.length).toBeGreaterThan(3);
});

test('whoever has left is not asked again, years later and after an erasure, and their address is not kept', async () => {
  const company = new Outside();
  company.save([JO]);
  const [question] = await company.mail();
  vi.setSystemTime(START + 2 * DAY);
  const id = company.save([JO, 'silent@agency.test']);
  // They leave, and the mail service says of a second question that there is no such address.
  company.refusal = { code: 'E_RECIPIENT_SUPPRESSED' };
  company.whileSending = () => leaveReports(company.company, recipientIn(question));
  await company.mail();
  company.refusal = undefined;
  company.write((context) => eraseRecipient(context, JO));
  expect(JSON.stringify(company.database.all('SELECT * FROM report_recipients'))).not.toContain(JO);

  for (let year = 1; year <= 3; year += 1) {
    vi.setSystemTime(START + year * 365 * DAY);
    company.forgetOld();
    company.change(id, [JO]);
    company.save([JO.toUpperCase()]);
    expect(await company.mail()).toEqual([]);
  }
  expect(company.stateOf(JO)).toBe('left');
  expect(oldestTime(company.database, RECIPIENTS), 'nobody else is known').toBeUndefined();
});

test('who has left cannot be found out by trying addresses, neither now nor after an earlier version kept their hash', async () => {
  const company = new Outside().keyedBy(undefined);
  await company.confirm();
  leaveReports(company.company, idOf(company));
  expect(company.hasPlainHash(JO), 'as earlier versions did').toBe(true);

  company.keyedBy('a secret');
  await company.mail();
  expect(company.hasPlainHash(JO)).toBe(false);
  company.save([JO]);
  expect(await company.mail(3 * DAY)).toEqual([]);
  expect(company.stateOf(JO)).toBe('left');

  company.save(['al@agency.test']);
  const [question] = await company.mail();
  leaveReports(company.company, recipientIn(question));
  expect(company.hasPlainHash('al@agency.test')).toBe(false);
  expect(company.keyedBy('a secret').stateOf('al@agency.test')).toBe('left');
  expect(company.keyedBy('another secret').stateOf('al@agency.test')).toBe('expired');
});

test('a company asks fifty addresses in a day, and the refused ones are not saved', () => {
  const company = new Outside();
  const ten = (from: number): string[] => Array.from({ length: 10 }, (_, at) => `jo${from + at}@agency.test`);
  for (let at = 0; at < 50; at += 10) company.save(ten(at));
  expect(() => company.save(['one.more@agency.test'])).toThrow('at most 50');
  expect(company.database.one('SELECT count(*) AS count FROM saved_reports')).toEqual({ count: 5 });
  company.save(ten(0));
  vi.setSystemTime(START + 2 * DAY);
  company.save(['one.more@agency.test']);
});

test('a link works for seven days, and the newest one only', async () => {
  const company = new Outside();
  company.refusal = { code: 'E_BUSY' };
  company.save([JO]);
  await company.mail();
  const hash = company.database.one('SELECT token_hash FROM report_recipients');
  company.refusal = undefined;
  const [question] = await company.mail(60_000);
  expect(company.database.one('SELECT token_hash FROM report_recipients')).not.toEqual(hash);
  vi.setSystemTime(START + 7 * DAY);
  expect(company.stateOf(JO)).toBe('expired');
  expect(questionOf(company.company, secretIn(question))).toBeUndefined();
  expect(confirmReports(company.company, secretIn(question))).toBe(false);
  expect(confirmReports(company.company, '')).toBe(false);
});

test.each([
  ['leaves', (company: Outside): void => leaveReports(company.company, idOf(company))],
  ['is taken off the report', (company: Outside, id: string): void => company.change(id, [])],
  [
    'loses the report',
    (company: Outside, id: string): void => company.write((context) => void removeSavedReport(context, id)),
  ],
])('whoever %s while mail is queued gets none', async (_, change) => {
  const queued = new Outside();
  const id = await queued.confirm();
  queued.refusal = { code: 'E_BUSY' };
  vi.setSystemTime(START + DAY);
  expect(await queued.mail()).toEqual([]);
  change(queued, id);
  queued.refusal = undefined;
  expect(await queued.mail(DAY / 4)).toEqual([]);

  const inFlight = new Outside();
  const other = await inFlight.confirm();
  inFlight.meanwhile = () => {
    inFlight.meanwhile = () => undefined;
    change(inFlight, other);
  };
  vi.setSystemTime(Date.now() + DAY);
  expect(await inFlight.mail()).toEqual([]);
  expect(inFlight.database.all('SELECT * FROM report_letters')).toEqual([]);
});

function idOf(company: Outside): string {
  return company.database.one<{ recipient_id: string }>('SELECT recipient_id FROM report_recipients')
    .recipient_id;
}

test('whoever leaves by the first question is not asked by the second, which is on its way', async () => {
  const company = new Outside();
  const id = company.save([JO]);
  const [first] = await company.mail();
  vi.setSystemTime(START + 2 * DAY);
  company.change(id, [JO]);
  company.meanwhile = () => leaveReports(company.company, recipientIn(first));

  expect(await company.mail()).toEqual([]);
  expect(company.stateOf(JO)).toBe('left');
  expect(questionOf(company.company, secretIn(first))).toBeUndefined();
});

test('an address that is erased while its report is made is not saved again', async () => {
  const company = new Outside();
  await company.confirm();
  vi.setSystemTime(START + DAY);
  const erased = {
    ...company.env,
    CACHE: { get: async () => company.write((context) => eraseRecipient(context, JO)) },
  };
  await scheduledReports.run(company.company, erased as unknown as CoreEnv).catch(() => undefined);

  expect(JSON.stringify(company.database.all('SELECT schedule FROM saved_reports'))).not.toContain(JO);
});

test('an address that does not exist gets no more mail, and its state says so', async () => {
  const company = new Outside();
  await company.confirm();
  company.refusal = { code: 'E_RECIPIENT_SUPPRESSED' };
  await company.mail(DAY);
  company.refusal = undefined;

  expect(await company.mail(3 * DAY)).toEqual([]);
  expect(recipientBody(contextOfActor(company.company, ACTOR), JO)).toMatchObject({
    state: 'unreachable',
    last_error: 'E_RECIPIENT_SUPPRESSED No.',
  });
});

test('an object that is killed at any moment sends each report, and never to somebody who has not confirmed', async () => {
  const company = new Outside(0.2);
  const id = company.save([JO, 'silent@agency.test']);
  company.isTroubled = true;
  for (let turn = 0; turn < 50 && company.sent.length < 2; turn += 1) await company.mail(60_000);
  const asked = company.sent.splice(0);
  expect(new Set(asked.map(({ to }) => to))).toEqual(new Set([JO, 'silent@agency.test']));
  company.isTroubled = false;
  expect(confirmReports(company.company, secretIn(asked.findLast(({ to }) => to === JO)))).toBe(true);
  company.write((context) => void sendSavedReport(context, id));
  company.isTroubled = true;
  for (let turn = 0; turn < 50 && company.sent.length < 1; turn += 1) await company.mail(60_000);

  expect(new Set(company.sent.map(({ to }) => to))).toEqual(new Set([JO]));
});
