/** Sends visits, taps and leases to the object of the month, after the answer. */
import { evidenceName, type KeptLease, type ReportedTap, type ReportedVisit } from '../dni/evidence.ts';
import { Dependency } from '../shared/limits/dependency.ts';
import { plainSender, type Sender } from '../shared/limits/networks.ts';

/** Longest time for a report. No answer waits for it. */
const OBJECT_TIMEOUT_MS = 10_000;
/** How long after its beginning a visit may be reported again. */
const REPEATED_MS = 60 * 60_000;

/** The methods of a month's evidence that the edge calls. */
export interface MonthObject {
  keepVisit(visit: ReportedVisit, sender: Sender): Promise<void>;
  keepTap(tap: ReportedTap, sender: Sender): Promise<void>;
  keepLease(lease: KeptLease): Promise<void>;
}

/** The binding that reports need. */
export interface EvidenceEnv {
  /** One Durable Object for each company and month: visits and taps (`evidenceName`). */
  EVIDENCE: { getByName(name: string): MonthObject };
}

/** The company, and who reports. */
export interface Reporter {
  companyId: string;
  sender: Sender;
}

export class VisitReports {
  readonly #objects = new Dependency('reports of visits', {
    timeoutMs: OBJECT_TIMEOUT_MS,
    // A failure of one company's object does not concern others.
    pauses: false,
  });

  async sendVisit(env: EvidenceEnv, { companyId, sender }: Reporter, visit: ReportedVisit): Promise<void> {
    const send = async (): Promise<void> =>
      objectOf(env, companyId, visit.visitId).keepVisit(visit, plainSender(sender));
    // Sent again once, since an object may die in the middle of a report. The object stores a visit once.
    await this.#objects.ask(() => send().catch(send), undefined);
  }

  async sendTap(env: EvidenceEnv, { companyId, sender }: Reporter, tap: ReportedTap): Promise<void> {
    await this.#objects.ask(
      async () => objectOf(env, companyId, tap.visitId ?? '').keepTap(tap, plainSender(sender)),
      undefined,
    );
  }

  /** Sends a lease of a pool's number, and each of its renewals. */
  async sendLease(env: EvidenceEnv, companyId: string, lease: KeptLease): Promise<void> {
    await this.#objects.ask(async () => objectOf(env, companyId, '').keepLease(lease), undefined);
  }
}

/**
 * Returns the object of the month in which the visit began, if it began in the last hour, so that a report that is repeated
 * after midnight is recognized, and a tap finds its visit. Ids begin with the time of the visitor's clock.
 */
function objectOf(env: EvidenceEnv, companyId: string, visitId: string): MonthObject {
  const now = Date.now();
  const begun = Number(/^(\d{13})-/.exec(visitId)?.[1]);
  const isRecent = begun <= now && begun > now - REPEATED_MS;
  return env.EVIDENCE.getByName(evidenceName(companyId, isRecent ? begun : now));
}
