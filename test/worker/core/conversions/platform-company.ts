/** A company on a Worker of its own whose visits consented to ads, and servers that stand for the platforms. */
import type { IncomingMessage } from 'node:http';
import { vi } from 'vitest';
import { evidenceName, type KeptVisit, type VisitTouch } from '../../../../worker/dni/evidence.ts';
import type { Sender } from '../../../../worker/shared/limits/networks.ts';
import { ask, openCompany, type Session } from '../../../harness/mortal-worker.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';
import type { OwnWorker } from '../../../harness/own-worker.ts';
import { startServer } from '../../../harness/own-worker.ts';
import { AUSTIN, branches, freshCaller } from '../phone/calls/call-company.ts';

export const PATIENCE = { timeout: 30_000, interval: 100 };

/** A request to a platform, and how it is answered. */
export interface PlatformCall {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'silence';

/** A server that stands for a platform. */
export interface FakePlatform {
  url: string;
  calls: PlatformCall[];
  /** Answers the requests; replaced by tests. */
  reply: (call: PlatformCall) => Reply;
  close: () => Promise<void>;
}

export async function startPlatform(reply: FakePlatform['reply']): Promise<FakePlatform> {
  const calls: PlatformCall[] = [];
  const server = await startServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const isJson = /json/.test(request.headers['content-type'] ?? '');
      const body = (isJson && text !== '' ? JSON.parse(text) : { text }) as Record<string, unknown>;
      const call = { path: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      const answer = platform.reply(call);
      if (answer === 'silence') return;
      response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    });
  });
  const platform: FakePlatform = { ...server, calls, reply };
  return platform;
}

type WorkerOfAds = Pick<OwnWorker, 'url' | 'binding'>;

interface EvidenceBinding {
  getByName(name: string): {
    keepVisit(visit: object, sender: Sender): Promise<void>;
    keepTap(tap: object, sender: Sender): Promise<void>;
  };
}

const TOUCH: VisitTouch = {
  source: 'paid_search',
  channel: 'paid_search',
  site: 'Google',
  medium: 'cpc',
  campaign: 'Plumber',
  term: null,
  content: null,
  first_source: 'paid_search',
  first_campaign: 'Plumber',
  landing_page: '/plumbing',
  referrer: 'www.google.com',
  click_ids: {},
  ad_user_data: 'granted',
  ad_personalization: 'granted',
};

let made = 0;

/** A company with a number, and what its visitors do. */
export class AdCompany {
  readonly session: Session;
  readonly #worker: WorkerOfAds;

  private constructor(worker: WorkerOfAds, session: Session) {
    this.#worker = worker;
    this.session = session;
  }

  static async make(worker: WorkerOfAds): Promise<AdCompany> {
    const session = await openCompany(worker.url);
    const company = new AdCompany(worker, session);
    const users = await company.ask<{ user_id: string }[]>('/users');
    await company.put('/dni', branches(users[0]?.user_id ?? ''), true);
    return company;
  }

  ask<Body>(path: string, body?: unknown): Promise<Body> {
    return ask<Body>(this.session, `${this.session.path}${path}`, body);
  }

  async put(path: string, body: unknown, isDni = false): Promise<void> {
    const { url, path: company, authorization } = this.session;
    const response = await fetch(isDni ? `${url}/dni/api${company}/settings` : `${url}${company}${path}`, {
      method: 'PUT',
      headers: {
        Authorization: isDni ? `Bearer ${OPERATOR_TOKEN}` : authorization,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }

  /** A visitor comes, taps the number and calls. @returns the call's id once its visit is found */
  async callAfterVisit(
    touch: Partial<VisitTouch>,
    call: { seconds?: number; from?: string } = {},
  ): Promise<string> {
    made += 1;
    const companyId = this.session.path.split('/')[2] ?? '';
    const namespace = (await this.#worker.binding('EVIDENCE')) as EvidenceBinding;
    const month = namespace.getByName(evidenceName(companyId, Date.now()));
    const visitId = `${Date.now()}-0.${made}`;
    const visit: Omit<KeptVisit, 'begunTime' | 'seenTime'> & Record<string, unknown> = {
      visitId,
      isStored: true,
      isCounted: false,
      number: AUSTIN,
      locationId: 'austin',
      numbers: [AUSTIN],
      touch: { ...TOUCH, ...touch },
    };
    const sender = { network: `network-${made}`, block: `network-${made}` };
    await month.keepVisit(visit, sender);
    await month.keepTap({ number: AUSTIN, target: AUSTIN, visitId, page: '/', ids: null }, sender);
    return this.callAfterTap(call);
  }

  /** A visitor who has tapped the number calls. @returns the call's id once its visit is found */
  async callAfterTap({ seconds = 90, from = freshCaller() } = {}): Promise<string> {
    made += 1;
    const startedAt = new Date(Date.now() + 1_000).toISOString();
    const { call_id: id } = await this.ask<{ call_id: string }>('/calls', {
      carrier_call_id: `ads-${made}`,
      number: AUSTIN,
      from,
      started_at: startedAt,
      answered_at: startedAt,
      talk_seconds: seconds,
      ended_at: new Date(Date.now() + 100_000).toISOString(),
      outcome: 'answered',
    });
    await vi.waitUntil(async () => {
      const call = await this.ask<{ attribution: { method: string } }>(`/calls/${id}`);
      return call.attribution.method !== 'number';
    }, PATIENCE);
    return id;
  }

  /** The log of conversions about a call. */
  async conversionsOf(callId: string): Promise<LoggedConversion[]> {
    const { conversions } = await this.ask<{ conversions: LoggedConversion[] }>(
      `/conversions/outbox?record=${callId}`,
    );
    return conversions;
  }

  /** The log about a call once every conversion has one of these statuses. */
  async settled(callId: string, ...statuses: string[]): Promise<LoggedConversion[]> {
    let last: LoggedConversion[] = [];
    await vi.waitUntil(async () => {
      last = await this.conversionsOf(callId);
      return last.length > 0 && last.every(({ status }) => statuses.includes(status));
    }, PATIENCE);
    return last;
  }
}

export interface LoggedConversion {
  conversion_id: string;
  record_id: string;
  platform: string;
  status: string;
  reason: string | null;
  detail: string | null;
  value: { unit: string; value: number } | null;
  sent_value: { unit: string; value: number } | null;
  request_id: string | null;
}
