/** The Durable Object of a company's month: visits and taps. It is deleted as a whole when its time is over. */
import { DurableObject } from 'cloudflare:workers';
import { type Waits, waitAfter } from '../../core/engine/context/back-off.ts';
import { Database } from '../../core/engine/storage/database.ts';
import { isMigrated, migrate } from '../../core/engine/storage/migrate.ts';
import { logFailure } from '../../shared/log.ts';
import {
  type CountingCompany,
  type Evidence as Found,
  type EvidenceObject,
  type EvidenceQuestion,
  evidenceEnd,
  type KeptLease,
  type KeptVisit,
  type LeasedCall,
  NO_EVIDENCE,
  type ReportedTap,
  type ReportedVisit,
  type VisitRules,
} from '../../dni/evidence.ts';
import type { LeaseBefore } from '../../dni/pure/pool-leaks.ts';
import schema from './001-evidence.sql';
import tapCounts from './002-tap-counts.sql';
import tapNetworks from './003-tap-networks.sql';
import { DayClock } from './day-counts.ts';
import type { Sender } from '../../shared/limits/networks.ts';
import { SenderLimits } from '../../shared/limits/sender-limit.ts';
import { Month } from './month.ts';

const MIGRATIONS = [
  { name: '001-evidence', sql: schema },
  { name: '002-tap-counts', sql: tapCounts },
  { name: '003-tap-networks', sql: tapNetworks },
];
/** Most visits and taps of a network and of a /48 that are stored in an hour. Many people may share one of a mobile carrier. */
const VISITS_AN_HOUR = { network: 600, block: 6_000 };
const TAPS_AN_HOUR = { network: 120, block: 360 };
/** How long after a visit its count is sent to the company, together with later ones. */
const PUSH_MS = 5 * 60_000;
/** After a failed push. */
const WAITS: Waits = { first: 60_000, longest: 60 * 60_000 };
/** How long an unknown company is not asked again. */
const GONE_MS = 60_000;
/** Storage keys: the company's rules, and the last visit and the last tap whose days the company has. */
const RULES = 'rules';
const PUSHED = 'pushed';
const PUSHED_TAP = 'pushed-tap';

interface EvidenceEnv {
  COMPANIES: { getByName(name: string): CountingCompany };
}

/** Named `<company>/<yyyy-mm>`. An object that was only asked stores nothing. */
export class Evidence extends DurableObject<EvidenceEnv> implements EvidenceObject {
  readonly #database = new Database(this.ctx.storage);
  readonly #visitors = new SenderLimits(VISITS_AN_HOUR);
  readonly #callers = new SenderLimits(TAPS_AN_HOUR);
  readonly #days = new DayClock();
  #month: Month | undefined;
  #goneUntil = 0;
  #failures = 0;
  /** Whether an alarm for the next push is set. */
  #isPushDue = false;

  constructor(ctx: DurableObjectState, env: EvidenceEnv) {
    super(ctx, env);
    if (isMigrated(this.#database)) this.#openMonth();
  }

  /** Keeps and counts a visit. Repeating a report changes nothing. */
  async keepVisit(visit: ReportedVisit, sender: Sender): Promise<void> {
    const now = this.now();
    if (!this.#visitors.take(sender, now)) return;
    const open = await this.#open();
    if (open === undefined) return;
    const changed = open.month.visits.keepVisit(visit, now, (time) =>
      this.#days.dayAt(time, open.rules.timeZone),
    );
    if (changed !== undefined) await this.#pushSoon();
  }

  /** Keeps and counts a tap. Others of the same /48 stand beside it, see `earlierTaps`. */
  async keepTap(tap: ReportedTap, sender: Sender): Promise<void> {
    const now = this.now();
    if (!this.#callers.take(sender, now)) return;
    const open = await this.#open();
    if (open === undefined) return;
    const { timeZone } = open.rules;
    const isKept = open.month.keepTap(tap, {
      now,
      network: sender.block,
      localAt: (time) => ({
        day: this.#days.dayAt(time, timeZone),
        hour: this.#days.hourAt(time, timeZone),
      }),
    });
    if (isKept) await this.#pushSoon();
  }

  /** Keeps a lease of a pool's number, or its renewal. */
  async keepLease(lease: KeptLease): Promise<void> {
    const open = await this.#open();
    open?.month.keepLease(lease);
  }

  async find(question: EvidenceQuestion): Promise<Found> {
    return this.#month?.find(question) ?? NO_EVIDENCE;
  }

  async leasesBefore(calls: readonly LeasedCall[]): Promise<(LeaseBefore | null)[]> {
    return this.#month?.leasesBefore(calls) ?? calls.map(() => null);
  }

  async visits(visitIds: readonly string[]): Promise<KeptVisit[]> {
    return this.#month?.visits.byIds(visitIds) ?? [];
  }

  /** Deletes visits of a person who is erased, with their taps. */
  async eraseVisits(visitIds: readonly string[]): Promise<void> {
    this.#database.transaction(() => this.#month?.erase(visitIds));
  }

  /**
   * Deletes everything, because the company is erased. A later report asks the company again; while the erasure is in progress
   * it may be kept until the next push.
   */
  async drop(): Promise<void> {
    this.#month = undefined;
    this.#isPushDue = false;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** The time at which visits and taps are kept, in milliseconds since the epoch. The demo replays those of past months. */
  protected now(): number {
    return Date.now();
  }

  /** Sends the counts to the company, and deletes everything when the retention is over. */
  override async alarm(): Promise<void> {
    await this.giveCounts();
  }

  /** Does the work of the alarm. */
  async giveCounts(): Promise<void> {
    this.#isPushDue = false;
    const rules = this.ctx.storage.kv.get<VisitRules>(RULES);
    if (this.#month === undefined || rules === undefined) return this.drop();
    const pushed = await this.#push(this.#month).catch((error: unknown) => {
      logFailure({ work: 'counts of visits' }, error);
      return 'failed' as const;
    });
    if (pushed === 'gone') return this.drop();
    const end = this.#end(rules);
    // Evidence is deleted at its end, whether or not the company has answered until then.
    if (end <= Date.now()) return this.drop();
    if (pushed === 'failed')
      return this.ctx.storage.setAlarm(Date.now() + waitAfter(this.#failures++, WAITS));
    this.#failures = 0;
    // A visit that came meanwhile has set an earlier alarm.
    if (!this.#isPushDue) await this.ctx.storage.setAlarm(end);
  }

  /** Sends the totals of the changed days to the company. Repeating it changes nothing. */
  async #push(month: Month): Promise<'done' | 'gone'> {
    const company = this.env.COMPANIES.getByName(this.#companyId());
    const { kv } = this.ctx.storage;
    const last = month.last();
    const days = month.daysAfter({
      visit: kv.get<number>(PUSHED) ?? 0,
      tap: kv.get<number>(PUSHED_TAP) ?? 0,
    });
    let rules = await company.visitRules();
    for (const day of days) {
      if (rules === undefined) return 'gone';
      rules = await company.recordVisitCounts({ month: this.#monthName(), ...month.countsOf(day) });
    }
    if (rules === undefined) return 'gone';
    if (days.length > 0) {
      kv.put(PUSHED, last.visit);
      kv.put(PUSHED_TAP, last.tap);
    }
    this.#keepRules(rules);
    month.visits.forgetFormerDays();
    return 'done';
  }

  async #pushSoon(): Promise<void> {
    if (this.#isPushDue) return;
    this.#isPushDue = true;
    const due = Date.now() + PUSH_MS;
    // An object that starts anew for each visit must not put the push off each time.
    if (((await this.ctx.storage.getAlarm()) ?? Infinity) > due) await this.ctx.storage.setAlarm(due);
  }

  /** Creates the tables before the first row. @returns undefined if nothing may be stored */
  async #open(): Promise<{ month: Month; rules: VisitRules } | undefined> {
    const rules = await this.#rules();
    if (rules === undefined || this.#end(rules) <= Date.now()) return undefined;
    const isNew = this.#month === undefined;
    const month = this.#openMonth();
    if (isNew) {
      this.#keepRules(rules);
      await this.#pushSoon();
    }
    return this.#database.hasRoom('common') ? { month, rules } : undefined;
  }

  #openMonth(): Month {
    migrate(this.#database, MIGRATIONS);
    return (this.#month ??= new Month(this.#database));
  }

  /** Returns the company's rules, which are fetched at the first visit; undefined if the company does not exist. */
  async #rules(): Promise<VisitRules | undefined> {
    const kept = this.#month && this.ctx.storage.kv.get<VisitRules>(RULES);
    if (kept !== undefined || this.#goneUntil > Date.now()) return kept;
    const rules = await this.env.COMPANIES.getByName(this.#companyId()).visitRules();
    if (rules === undefined) this.#goneUntil = Date.now() + GONE_MS;
    return rules;
  }

  #keepRules(rules: VisitRules): void {
    const kept = this.ctx.storage.kv.get<VisitRules>(RULES);
    if (JSON.stringify(kept) !== JSON.stringify(rules)) this.ctx.storage.kv.put(RULES, rules);
  }

  #companyId(): string {
    return this.ctx.id.name?.split('/')[0] ?? '';
  }

  #monthName(): string {
    return this.ctx.id.name?.split('/')[1] ?? '';
  }

  /** Returns when the evidence is deleted. */
  #end({ evidenceDays }: VisitRules): number {
    return evidenceEnd(this.ctx.id.name ?? '', evidenceDays) ?? 0;
  }
}
