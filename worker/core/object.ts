/** The company's Durable Object: a shell around the core app and the alarm. */
import { DurableObject } from 'cloudflare:workers';
import { within } from '../shared/limits/bounded-wait.ts';
import { notFound, type Refusal } from '../shared/http/problems.ts';
import { BackgroundWork } from './engine/context/background.ts';
import { Features } from './engine/context/feature.ts';
import { FEATURES } from './features.ts';
import { coreApp } from './app.ts';
import type { CompanyContext, CompanyState, CoreApp, CoreEnv } from './engine/context/company-context.ts';
import { readCompany } from './company/companies.ts';
import { previewRefusal } from './engine/http/authenticate.ts';
import { RecentEntries } from './engine/context/recent-entries.ts';
import { contextOfActor } from './engine/context/contexts.ts';
import { callsToPools } from './phone/attribution/pool-calls.ts';
import { openPhoneBook } from './phone/ringing/company-phone-book.ts';
import { handleCarrierEvent } from './phone/carriers/carrier-calls.ts';
import type { CarrierEvent, CarrierAnswer, OutgoingCallEvent } from './phone/calls/carrier-events.ts';
import { handleOutgoingEvent } from './phone/outgoing/events.ts';
import type { PhoneBook } from './phone/ringing/phone-book.ts';
import { commit } from './engine/commit/commit.ts';
import { allowReading } from './engine/http/cors.ts';
import { LiveCompany } from './live/live-company.ts';
import { columnsOf } from './leads/finding/columns/columns.ts';
import { Database } from './engine/storage/database.ts';
import { dniSettingsOf } from './company/dni/saved-settings.ts';
import type { VersionedDniSettings } from '../dni/schema.ts';
import type { PageReport } from '../dni/reports/page-report.ts';
import type { PoolCalls, PoolCallsQuestion } from '../dni/pools.ts';
import type { VisitCounts, VisitRules } from '../dni/evidence.ts';
import { recordVisitCounts, visitRulesOf } from './reports/visit-rules.ts';
import { recordPage } from './company/dni/seen-pages.ts';
import {
  type CheckedPage,
  CheckLimit,
  recordCheckedPage,
  type SiteToCheck,
  siteToCheck,
} from './company/dni/site-checks.ts';
import { IdentifierHashes } from './leads/csv/imports/erased-identifiers.ts';
import { Memory } from './engine/context/memory.ts';
import { isMigrated, migrate } from './engine/storage/migrate.ts';
import { MIGRATIONS, SNAPSHOT } from './engine/storage/migrations.ts';
import type { AccountChange } from '../accounts/errands.ts';
import type { LinkPurpose, LinkUse } from '../accounts/links.ts';
import type { NewCompany } from './company/companies.ts';
import { membershipOf, applyAccountChange } from './people/memberships/memberships.ts';
import type { AgencyQuestion, Membership, ProvenPerson } from '../accounts/other-companies.ts';
import { answerOther } from './reports/agency/answering.ts';
import { purposeOf, type UsedLink, useLink } from './people/invitations/using.ts';
import { type Provisioned, provisionCompany, provisionAgain } from './people/provisioning.ts';
import { pause } from './engine/work/pauses.ts';
import { RequestLimits } from './engine/context/request-limits.ts';
import { settingsOf } from './company/settings/settings.ts';
import { SharedTurn } from './engine/work/shared-turn.ts';
import { giveUpElsewhere } from './privacy/company-erasure.ts';
import type { TokenIssue, TokenRequest } from '../accounts/token-requests.ts';
import { issueTokenTo, recordWrongCode, recordWrongPassword } from './people/tokens/signing-in.ts';
import { revokeToken } from './people/tokens/tokens.ts';
import { receiveForm } from './phone/forms/lane.ts';
import type { FormReport } from '../dni/reports/form-report.ts';
import type { Sender } from '../shared/limits/networks.ts';
import { handleCarrierMessage } from './phone/messages/carrier-messages.ts';
import type { CarrierMessage, CarrierMessageAnswer } from './phone/messages/schema.ts';
import { endMail } from './people/notifications/choices.ts';
import { findUserByEmail } from './people/users/users.ts';

/** Longest time, in milliseconds, that background work waits for searches and views before its next step. */
const LONGEST_WAY_MS = 500;

/**
 * Most refusals of one caller in an hour that the audit log records. There are a few hundred operations, and nobody is refused
 * this many by mistake.
 */
const MAX_REFUSALS = 20;
/** Most exports of one caller in an hour that the audit log records. */
const MAX_EXPORTS = 100;

const NO_COMPANY = 'The company does not exist.';

/** The Durable Object of one company. It is named by the company's UUID and stores all data of the company. */
export class Company extends DurableObject<CoreEnv> implements CompanyContext {
  readonly companyId: string;
  readonly database: Database;
  readonly memory: Memory<CompanyState> = new Memory<CompanyState>(this);
  readonly refusals = new RecentEntries(MAX_REFUSALS);
  readonly exports = new RecentEntries(MAX_EXPORTS);
  readonly runningWrites = new Set<string>();
  readonly requestLimits: RequestLimits;
  readonly #bindings: CoreApp['Bindings'];
  readonly #work: BackgroundWork;
  readonly #live: LiveCompany;
  readonly #siteChecks = new CheckLimit();
  readonly #carrierTurn = new SharedTurn();
  #isCreated = false;
  /** The time of the alarm, Infinity for no alarm; undefined while it is unknown after the start of the object. */
  #alarmTime: number | undefined;

  constructor(ctx: DurableObjectState, env: CoreEnv) {
    super(ctx, env);
    this.companyId = ctx.id.name ?? '';
    this.database = new Database(ctx.storage);
    this.requestLimits = new RequestLimits(env.REQUESTS_PER_MINUTE);
    this.#bindings = { ...env, company: this };
    this.#live = new LiveCompany(this, ctx);
    const features = new Features(this, FEATURES);
    this.memory.set(Features, features);
    this.memory.set(LiveCompany, this.#live);
    this.memory.set(IdentifierHashes, new IdentifierHashes(this, env.OPERATOR_TOKEN));
    this.#work = new BackgroundWork(this, env, features.background);
    if (!this.exists()) return;
    this.#migrate();
    // A new version of the Worker may have background work that is due before the next write sets the alarm.
    const due = this.#work.nextTime() ?? Infinity;
    if (due <= Date.now()) this.wakeBy(due);
  }

  /** Answers an HTTP request of the core API. */
  override fetch(request: Request): Response | Promise<Response> {
    const answer = coreApp.fetch(request, this.#bindings);
    return answer instanceof Promise
      ? answer.then((late) => this.#withHeaders(request, late))
      : this.#withHeaders(request, answer);
  }

  /** Creates the company and its super admin. A company that exists stays unchanged. */
  create(company: NewCompany): Promise<Provisioned> {
    return this.ctx.blockConcurrencyWhile(async () => {
      const provision = this.exists() ? provisionAgain : provisionCompany;
      return provision(this, company, { accounts: this.env.ACCOUNTS, migrate: () => this.#migrate() });
    });
  }

  /**
   * Deletes the company with all its data.
   * @param name the company's name, as a safeguard against deleting another one
   */
  async erase(name: string): Promise<'erased' | 'not_found' | 'wrong_name'> {
    if (!this.exists()) return 'not_found';
    if (readCompany(this.database)?.name !== name) return 'wrong_name';
    await giveUpElsewhere(this, this.env);
    await this.ctx.storage.deleteAll();
    this.#isCreated = false;
    // The object's memory must not outlive the database. The next request starts a new object.
    setTimeout(() => this.ctx.abort('The company was erased.'), 0);
    return 'erased';
  }

  /** Tells whether the company exists. A yes is remembered, because erasing the company ends this object. */
  exists(): boolean {
    this.#isCreated ||= isMigrated(this.database);
    return this.#isCreated;
  }

  /** Returns the DNI settings for the edge when neither its memory nor KV has them. */
  dniSettings(): VersionedDniSettings | undefined {
    return this.exists() ? dniSettingsOf(this).read() : undefined;
  }

  /** Records that a page of the company has requested its numbers. */
  recordPage(report: PageReport): void {
    if (this.exists()) recordPage(this, report);
  }

  /** Returns the rules for visits, for the objects of the months; undefined if the company does not exist. */
  visitRules(): VisitRules | undefined {
    return this.exists() ? visitRulesOf(this) : undefined;
  }

  /** Records a month's visits of a day. @returns as `visitRules` */
  recordVisitCounts(counts: VisitCounts): VisitRules | undefined {
    return this.exists() ? recordVisitCounts(this, counts) : undefined;
  }

  /**
   * Returns the data for a check of the company's page, and counts the check. For callers whom `previewRefusal` does not refuse.
   */
  siteToCheck(): SiteToCheck {
    return siteToCheck(this, this.#siteChecks);
  }

  /** Remembers what a check has found on a page of the company. */
  recordCheckedPage(checked: CheckedPage): void {
    if (this.exists()) recordCheckedPage(this, checked);
  }

  /** Answers questions about the calls to pools, in their order. */
  async callsToPools(questions: readonly PoolCallsQuestion[]): Promise<PoolCalls[]> {
    return this.exists() ? callsToPools(this, this.env, questions) : [];
  }

  /** Returns the phone book for the edge when neither its memory nor KV has it; undefined if the company does not exist. */
  phoneBookOfCompany(): PhoneBook | undefined {
    return this.exists() ? openPhoneBook(this).book : undefined;
  }

  /** Stores a carrier's report about a call and returns the next step. */
  async carrierEvent(event: CarrierEvent): Promise<CarrierAnswer> {
    if (!this.exists()) return { outcome: 'refused', detail: NO_COMPANY };
    return this.#carrierTurn.take(() => handleCarrierEvent(this, event));
  }

  /** Stores a carrier's report about a call that a user placed, and returns the next step. */
  async outgoingCallEvent(event: OutgoingCallEvent): Promise<CarrierAnswer> {
    if (!this.exists()) return { outcome: 'refused', detail: NO_COMPANY };
    return this.#carrierTurn.take(() => handleOutgoingEvent(this, event));
  }

  /** Stores a carrier's report about a message and returns the answer. */
  async carrierMessage(text: CarrierMessage): Promise<CarrierMessageAnswer> {
    if (!this.exists()) return { outcome: 'refused', detail: NO_COMPANY };
    return this.#carrierTurn.take(() => handleCarrierMessage(this, text));
  }

  /** Keeps a form that a visitor has sent on the company's site. */
  receiveForm(report: FormReport, sender: Sender): void {
    if (this.exists()) receiveForm(this, report, sender);
  }

  /**
   * Returns why this `Authorization` header does not allow the preview (operator, super admin, manager or viewer), or the check of a
   * page (no viewer); undefined if it does.
   */
  async previewRefusal(
    authorization: string | undefined,
    purpose: 'preview' | 'check',
  ): Promise<Refusal | undefined> {
    if (!this.exists()) return { code: 'not_found', message: notFound().message, headers: {} };
    return previewRefusal(authorization, { company: this, operatorToken: this.env.OPERATOR_TOKEN }, purpose);
  }

  /** Tells whether pages of this site may read answers of the lead API, for preflight requests, which have no credentials. */
  allowsOrigin(origin: string): boolean {
    return this.exists() && settingsOf(this).options().cors_origins.includes(origin);
  }

  /** Tells the account of a claimed address whether the company has a user with this address. */
  hasUser(email: string): boolean {
    return this.exists() && findUserByEmail(this.database, email) !== undefined;
  }

  /**
   * Returns the membership of the user with this address, for calls from the user's other companies; undefined if there is none.
   */
  membership(email: string): Membership | undefined {
    return this.exists() ? membershipOf(this, email) : undefined;
  }

  /** Answers what another company of a person asks, or the operator, as JSON. */
  async askFor(person: ProvenPerson, question: AgencyQuestion): Promise<string> {
    return JSON.stringify(await answerOther(this, this.env, { person, question }));
  }

  /** Applies a change of a user's account. */
  applyAccountChange(email: string, change: AccountChange): void {
    if (this.exists()) applyAccountChange(this, email, change);
  }

  /** Returns what a link for a password is for; undefined if it cannot be used. */
  purposeOfLink(nonce: string): LinkPurpose | undefined {
    return this.exists() ? purposeOf(this, nonce) : undefined;
  }

  /** Uses a link for a password, and signs the person in. */
  async useLink(nonce: string, use: LinkUse): Promise<UsedLink> {
    return this.exists() ? useLink(this, this.env, { nonce, use }) : { outcome: 'ended' };
  }

  /** Issues an access token to the user with this e-mail address. */
  issueToken(email: string, request: TokenRequest): TokenIssue {
    return this.exists() ? issueTokenTo(this, email, request) : { outcome: 'unknown' };
  }

  /** Records a sign-in with a wrong password in the audit log. */
  recordWrongPassword(email: string): void {
    if (this.exists()) recordWrongPassword(this, email);
  }

  /** Records a sign-in with a wrong code in the audit log, and tells the user if it was the last of too many. */
  recordWrongCode(email: string, isTold: boolean): void {
    if (this.exists()) recordWrongCode(this, email, isTold);
  }

  /** Ends the mail of a kind to a user, as a signed link asks. */
  endMail(userId: string, topic: string): void {
    if (!this.exists()) return;
    commit(this, contextOfActor(this, { kind: 'system', name: 'unsubscribe' }), (context) =>
      endMail(context, userId, topic),
    );
  }

  /** Revokes a token. An unknown token is not an error. */
  revokeToken(token: string): void {
    if (!this.exists()) return;
    commit(
      this,
      contextOfActor(this, { kind: 'system', name: 'sign-out' }),
      (context) => revokeToken(context, token),
      'reserve',
    );
  }

  async giveWay(): Promise<void> {
    await pause();
    await within(columnsOf(this).whenIdle(), LONGEST_WAY_MS, undefined);
  }

  wakeBy(time: number): void {
    if (this.#work.nudge(time)) return;
    if (this.#alarmTime !== undefined && this.#alarmTime <= Math.max(1, time)) return;
    // After a start the time of the alarm is unknown, but the database says when work is due.
    const known = this.#alarmTime === undefined ? this.#work.nextTime() : undefined;
    // Work that is due at once has the time 0, which the platform refuses.
    this.#alarmTime = Math.max(1, Math.min(time, known ?? Infinity));
    // Not awaited: a write in the same turn is stored together with the change.
    void this.ctx.storage.setAlarm(this.#alarmTime);
  }

  /** Runs the background work that is due. */
  override async alarm(): Promise<void> {
    this.#alarmTime = Infinity;
    const next = await this.#work.run();
    if (next !== undefined) this.wakeBy(next);
  }

  /** Reads a message on the socket of an open console. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#live.receive(socket, message);
  }

  /** Forgets the console of a closed socket. */
  override webSocketClose(socket: WebSocket): void {
    this.#live.left(socket);
  }

  override webSocketError(socket: WebSocket): void {
    this.#live.left(socket);
  }

  #withHeaders(request: Request, answer: Response): Response {
    this.requestLimits.addHeaders(request, answer);
    if (this.exists()) allowReading(request, answer, settingsOf(this).options().cors_origins);
    return answer;
  }

  #migrate(): void {
    migrate(this.database, MIGRATIONS, SNAPSHOT);
  }
}
