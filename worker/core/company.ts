/** The company's Durable Object: a shell around the core app and the alarm. */
import { DurableObject } from 'cloudflare:workers';
import { notFound, type Refusal } from '../problems.ts';
import { runDueWork, scheduleNextWork } from './alarm.ts';
import { coreApp } from './app.ts';
import type { CompanyContext, CoreApp, CoreEnv } from './core-app.ts';
import { settingsRefusal } from './authenticate.ts';
import { Columns } from './columns/columns.ts';
import { Database } from './database.ts';
import { readDniSettings } from './dni/settings.ts';
import type { VersionedDniSettings } from '../dni/schema.ts';
import { answerLeadRequest } from './leads/lead-response.ts';
import { isMigrated, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import type { NewCompany } from './companies.ts';
import { type Provisioned, provisionCompany } from './provisioning.ts';
import { writeMissingSettings } from './settings/settings.ts';
import { type IssuedToken, issueToken, revokeToken } from './tokens/tokens.ts';
import { findUserByEmail, recordLogin } from './users/users.ts';

/** A token, or why there is none. */
export type TokenIssue = { outcome: 'issued'; issued: IssuedToken } | { outcome: 'unknown' | 'suspended' };

/** One company. The object is named by the company's UUID and holds everything that the company has. */
export class Company extends DurableObject<CoreEnv> implements CompanyContext {
  readonly database: Database;
  readonly columns: Columns;
  readonly companyId: string;
  readonly #bindings: CoreApp['Bindings'];
  #isMade = false;

  constructor(ctx: DurableObjectState, env: CoreEnv) {
    super(ctx, env);
    this.database = new Database(ctx.storage);
    this.columns = new Columns(this.database);
    this.companyId = ctx.id.name ?? '';
    this.#bindings = { ...env, company: this };
    if (this.exists()) this.#migrate();
  }

  /** Answers an HTTP request of the core API. */
  override fetch(request: Request): Response | Promise<Response> {
    return answerLeadRequest(request, this) ?? coreApp.fetch(request, this.#bindings);
  }

  /** Makes the company and its super admin; refused when it exists already, which leaves it as it is. */
  create(company: NewCompany): Promise<Provisioned> {
    return this.ctx.blockConcurrencyWhile(async () => {
      if (this.exists()) return { outcome: 'company_exists' };
      return provisionCompany(this, company, { accounts: this.env.ACCOUNTS, migrate: () => this.#migrate() });
    });
  }

  /** Whether somebody made the company. Once made it stays, so a yes need not be looked up again. */
  exists(): boolean {
    this.#isMade ||= isMigrated(this.database);
    return this.#isMade;
  }

  /** The DNI settings for the edge, when neither its memory nor KV has them. */
  dniSettings(): VersionedDniSettings | undefined {
    return this.exists() ? readDniSettings(this.database) : undefined;
  }

  /** Why this `Authorization` header does not open the DNI settings (operator or super admin); undefined: it does. */
  async settingsRefusal(authorization: string | undefined): Promise<Refusal | undefined> {
    if (!this.exists()) return { code: 'not_found', message: notFound().message, headers: {} };
    const operatorToken = this.env.OPERATOR_TOKEN;
    return settingsRefusal(authorization, { database: this.database, operatorToken });
  }

  /**
   * Issues an access token to the user with this e-mail address.
   * @param options.lifetimeMs milliseconds; two weeks by default
   * @param options.isSignIn whether the user has signed in for it, which is remembered as the last login
   */
  issueToken(email: string, options: { lifetimeMs?: number; isSignIn: boolean }): TokenIssue {
    const user = this.exists() ? findUserByEmail(this.database, email) : undefined;
    if (user === undefined) return { outcome: 'unknown' };
    if (user.isSuspended) return { outcome: 'suspended' };
    const now = Date.now();
    if (options.isSignIn) recordLogin(this.database, user.userId, now);
    const { lifetimeMs } = options;
    const issued = issueToken(this.database, {
      companyId: this.companyId,
      userId: user.userId,
      now,
      ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
    });
    return { outcome: 'issued', issued };
  }

  /** Ends a token; one that is not there is no error. */
  revokeToken(token: string): void {
    if (this.exists()) revokeToken(this.database, token);
  }

  async scheduleWork(): Promise<void> {
    await scheduleNextWork(this.database, this.ctx.storage);
  }

  /** Background work whose time has come. */
  override async alarm(): Promise<void> {
    await runDueWork(this, this.env);
    await this.scheduleWork();
  }

  #migrate(): void {
    migrate(this.database, MIGRATIONS);
    writeMissingSettings(this.database);
  }
}
