/** A company's site with a pool of numbers: its visitors, their taps and calls, and a clock that moves. */
import { vi } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { freshIp, visitorHeaders } from '../../../../harness/client.ts';
import type { FaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { type FaultyCallCompany, makeFaultyCallCompany } from '../calls/faulty-call-company.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** The number in the page, the number while the pool is empty, one that stands for another source, and one that only marks time. */
export const [TARGET, OVERFLOW, MAIN, MARK] = [
  '+18005550100',
  '+18005550190',
  '+18005550111',
  '+18005550112',
];

export interface AttributedCall {
  call_id: string;
  prior_calls: number;
  source: string | null;
  visit: { visit_id: string | null; campaign: string | null } | null;
  attribution: { method: string; confidence: number; candidates: { visit: unknown }[] };
}

/** Each Worker has one clock. */
const clocks = new WeakMap<FaultyLeadline, number>();
let made = 0;

/** An id as the widget makes it. */
function freshVisitId(): string {
  made += 1;
  return `1767323045678-0.${6_431_204_518 + made}`;
}

export class VisitedSite {
  readonly numbers: readonly string[];
  readonly #leadline: FaultyLeadline;
  readonly #company: FaultyCallCompany;

  private constructor(leadline: FaultyLeadline, company: FaultyCallCompany, numbers: readonly string[]) {
    this.#leadline = leadline;
    this.#company = company;
    this.numbers = numbers;
  }

  /** @param numbers of the pool, which visits by ads lease for 20 minutes */
  static async open(leadline: FaultyLeadline, numbers: readonly string[]): Promise<VisitedSite> {
    const company = await makeFaultyCallCompany(leadline, `sue.${crypto.randomUUID()}@acme.test`);
    const pool = { pool: 'ads', source: 'paid_search', phone_numbers: numbers, overflow: OVERFLOW };
    const settings = {
      default_number: TARGET,
      numbers: [
        pool,
        { phone_number: MAIN, source: 'email' },
        { phone_number: MARK, source: 'organic_search' },
      ],
      locations: [],
    };
    const path = `/dni/api/companies/${company.companyId}/settings`;
    await answerOf(await leadline.sendAsOperator('PUT', path, settings));
    const site = new VisitedSite(leadline, company, numbers);
    // A pool that is asked for the first time may take longer than a page waits.
    const preview = `/dni/preview/${company.companyId}?url=${encodeURIComponent('https://example.com/?gclid=a')}`;
    await vi.waitUntil(async () => {
      const answer = await leadline.sendAsOperator('GET', preview);
      return ((await answer.json()) as { number: { pool: { free: unknown } } }).number.pool.free !== null;
    });
    return site;
  }

  /** Has a page of a visit by an ad ask for its numbers. @returns the visit's id and the number that the page shows */
  async view(
    campaign: string,
    { id = freshVisitId(), ip = freshIp() } = {},
  ): Promise<{ id: string; number: string }> {
    const number = await this.#swap(
      `utm_source=google&utm_medium=cpc&utm_campaign=${encodeURIComponent(campaign)}`,
      id,
      ip,
    );
    await this.#settleEvidence();
    return { id, number };
  }

  /** Sends a tap. */
  async tap(number: string, { visit, ip = freshIp() }: { visit?: string; ip?: string } = {}): Promise<void> {
    const response = await this.#leadline.send(`/dni/tap/${this.#company.companyId}`, {
      method: 'POST',
      headers: { ...visitorHeaders({ ip }), 'Content-Type': 'text/plain' },
      body: JSON.stringify({ number, target: TARGET, visit }),
    });
    if (response.status !== 204) throw new Error(`A tap is answered ${response.status}.`);
    await this.#settleEvidence();
  }

  /** Reports a call, and waits until it was compared with the evidence. @param ago how long ago it began */
  async call(from: string | undefined, number: string, ago = 0): Promise<AttributedCall> {
    made += 1;
    const { call_id: id } = await answerOf<AttributedCall>(
      await this.#company.ask('POST', '/calls', {
        carrier_call_id: `call-${made}`,
        number,
        ...(from === undefined ? {} : { from }),
        started_at: new Date(this.#now() - ago).toISOString(),
      }),
    );
    await this.#settleAttributions();
    return answerOf(await this.#company.ask('GET', `/calls/${id}`));
  }

  /** Reports a message as `call` a call. */
  async text(from: string, number: string): Promise<AttributedCall> {
    made += 1;
    const { text_id: id } = await answerOf<{ text_id: string }>(
      await this.#company.ask('POST', '/texts', {
        carrier_text_id: `text-${made}`,
        number,
        from,
        message: 'Hello',
        sent_at: new Date(this.#now()).toISOString(),
      }),
    );
    await this.#settleAttributions();
    return answerOf(await this.#company.ask('GET', `/texts/${id}`));
  }

  /** Explains the attribution of a call in sentences. */
  async sentencesOf({ call_id: id }: AttributedCall): Promise<string[]> {
    const answer = await this.#company.ask('GET', `/calls/${id}/attribution`);
    return (await answerOf<{ sentences: string[] }>(answer)).sentences;
  }

  /** Moves the clock. */
  async later(milliseconds: number): Promise<void> {
    const ahead = (clocks.get(this.#leadline) ?? 0) + milliseconds;
    clocks.set(this.#leadline, ahead);
    await this.#leadline.set({ ahead });
  }

  #now(): number {
    return Date.now() + (clocks.get(this.#leadline) ?? 0);
  }

  async #swap(keys: string, id: string, ip: string): Promise<string> {
    const touch = [keys, ''];
    const response = await this.#leadline.send(`/dni/swap/${this.#company.companyId}`, {
      method: 'POST',
      headers: { ...visitorHeaders({ ip }), 'Content-Type': 'text/plain' },
      body: JSON.stringify({
        url: `https://example.com/pipes?${keys}`,
        visit: [touch, touch, touch, id, null, ''],
      }),
    });
    return (await answerOf<{ phone_number: string }>(response)).phone_number;
  }

  /** Waits until what pages reported so far is kept: a later report is. */
  async #settleEvidence(): Promise<void> {
    const count = async (): Promise<number> => {
      // The clock that moved may be in another month.
      const query = new URLSearchParams({ number: MARK, at: String(this.#now()) });
      const path = `/test/evidence/${this.#company.companyId}?${query}`;
      return (await (await this.#leadline.send(path)).json()) as number;
    };
    const before = await count();
    await this.#swap('utm_source=google&utm_medium=organic', freshVisitId(), freshIp());
    await vi.waitUntil(async () => (await count()) > before, { timeout: 30_000 });
  }

  async #settleAttributions(): Promise<void> {
    const { companyId } = this.#company;
    const body = 'SELECT count(*) AS count FROM waiting_attributions';
    await vi.waitUntil(
      async () => {
        await this.#leadline.send(`/test/alarm/${companyId}`, { method: 'PUT' });
        const answer = await this.#leadline.send(`/test/sql/${companyId}`, { method: 'POST', body });
        return ((await answer.json()) as [{ count: number }])[0].count === 0;
      },
      { timeout: 30_000 },
    );
  }
}
