/** The company's Durable Object: a shell around the core app and the alarm. */
import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../env.ts';
import { runDueWork, scheduleNextWork } from './alarm.ts';
import { coreApp } from './app.ts';
import { Database } from './database.ts';
import { readDniSettings } from './dni/settings.ts';
import type { VersionedDniSettings } from './dni/schema.ts';
import { isMigrated, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { type CompanyRecord, createCompany, readCompany } from './companies.ts';

/** What an operator gives to make a company. */
export interface NewCompany {
  name: string;
  defaultRegion: string;
}

/** What the core's routes work on: the company that this object is. */
export interface CompanyContext {
  companyId: string;
  database: Database;
  /** Sets the alarm to the next piece of background work; to be called after a write that makes some. */
  scheduleWork(): Promise<void>;
}

/** One company. The object is named by the company's UUID and holds everything that the company has. */
export class Company extends DurableObject<Env> implements CompanyContext {
  readonly database: Database;
  readonly companyId: string;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.database = new Database(ctx.storage);
    this.companyId = ctx.id.name ?? '';
    if (isMigrated(this.database)) migrate(this.database, MIGRATIONS);
  }

  /** Answers an HTTP request of the core API. */
  override fetch(request: Request): Response | Promise<Response> {
    return coreApp.fetch(request, { ...this.env, company: this });
  }

  /** Makes the company; false when it exists already, which leaves it as it is. */
  create(company: NewCompany): boolean {
    if (this.#exists()) return false;
    migrate(this.database, MIGRATIONS);
    createCompany(this.database, { ...company, companyId: this.companyId, createdTime: Date.now() });
    return true;
  }

  /** The company's record, or undefined when nobody made it. */
  describe(): CompanyRecord | undefined {
    return this.#exists() ? readCompany(this.database) : undefined;
  }

  /** The DNI settings for the edge, when neither its memory nor KV has them. */
  dniSettings(): VersionedDniSettings | undefined {
    return this.#exists() ? readDniSettings(this.database) : undefined;
  }

  async scheduleWork(): Promise<void> {
    await scheduleNextWork(this.database, this.ctx.storage);
  }

  /** Background work whose time has come. */
  override async alarm(): Promise<void> {
    await runDueWork(this, this.env);
    await this.scheduleWork();
  }

  #exists(): boolean {
    return isMigrated(this.database);
  }
}
