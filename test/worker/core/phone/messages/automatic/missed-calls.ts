/** A company whose callers reach nobody, on a Worker whose clock moves; its carrier's API is a server of the test. */
import { vi } from 'vitest';
import { answerOf } from '../../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../../harness/carrier/simulated-carrier.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../../../harness/faulty-leadline.ts';
import { startServer } from '../../../../../harness/own-worker.ts';
import { AUSTIN, branches } from '../../calls/call-company.ts';
import { ACCOUNT, type FaultyCallCompany, makeFaultyCallCompany } from '../../calls/faulty-call-company.ts';

export const DENVER = '+13035550101';
export const TEXTS = {
  text_back: 'missed',
  text_back_open: 'This is {company} in {location}. What can we do?',
  text_back_closed: '{location} is closed.',
} as const;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface Text {
  text_id: string;
  lead_id: string | null;
  direction: string;
  status: string;
  number: string;
  phone: string;
  message: string;
  automatic: boolean;
  missed_call_id: string | null;
  error: string | null;
}

export interface CalledBack {
  call_id: string;
  lead_id: string | null;
  outcome: string;
}

/** The answer of the carrier's API to a text. */
export interface ApiReply {
  status: number;
  body?: object;
}

/** A Worker with its clock, and the carrier's API. */
export class Exchange {
  readonly leadline: FaultyLeadline;
  /** The texts that the carrier was given. */
  readonly asked: URLSearchParams[] = [];
  /** What the carrier does with a text. */
  reply: (text: URLSearchParams) => ApiReply = () => ({ status: 201 });
  /** How far the clock is ahead, in milliseconds. */
  ahead = 0;
  readonly #api: { url: string; close: () => Promise<void> };

  private constructor(leadline: FaultyLeadline, api: { url: string; close: () => Promise<void> }) {
    this.leadline = leadline;
    this.#api = api;
  }

  static async start(): Promise<Exchange> {
    const api = await startServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const text = new URLSearchParams(body);
        exchange.asked.push(text);
        const { status, body: answer } = exchange.reply(text);
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ sid: `SM${crypto.randomUUID()}`, ...answer }));
      });
    });
    const exchange = new Exchange(await startFaultyLeadline(), api);
    return exchange;
  }

  get apiUrl(): string {
    return this.#api.url;
  }

  get now(): number {
    return Date.now() + this.ahead;
  }

  async close(): Promise<void> {
    await Promise.all([this.leadline.close(), this.#api.close()]);
  }
}

let companies = 0;

export class CalledCompany {
  readonly company: FaultyCallCompany;
  readonly exchange: Exchange;

  private constructor(company: FaultyCallCompany, exchange: Exchange) {
    this.company = company;
    this.exchange = exchange;
  }

  /** @param rules for all calls @param settings further members of the call settings */
  static async open(
    exchange: Exchange,
    rules: object = TEXTS,
    settings: Record<string, unknown> = {},
  ): Promise<CalledCompany> {
    companies += 1;
    const company = await makeFaultyCallCompany(exchange.leadline, `sue.${companies}@acme.test`);
    const made = new CalledCompany(company, exchange);
    await made.setCalls({ defaults: rules, ...settings });
    return made;
  }

  /** Replaces the call settings. @param settings `isConnected`: whether the account has credentials */
  async setCalls({
    isConnected = true,
    ...settings
  }: Record<string, unknown> & { isConnected?: boolean }): Promise<void> {
    const { carrier, accountId, secret } = ACCOUNT;
    const api = isConnected ? { user: 'SK1', secret: 'key', base: this.exchange.apiUrl } : null;
    const carriers = [{ carrier, account_id: accountId, secrets: [secret], api }];
    await answerOf(await this.company.ask('PUT', '/calls/settings', { carriers, ...settings }));
  }

  async setOptions(options: object): Promise<void> {
    const before = await this.read<object>('/settings');
    await answerOf(await this.company.ask('PUT', '/settings', { ...before, ...options }));
  }

  /** Closes the branch in Denver for these days. */
  async closeDenver(): Promise<void> {
    const settings = branches('');
    const special = Array.from({ length: 12 }, (_, day) => ({
      date: new Date(this.exchange.now + (day - 2) * DAY_MS).toISOString().slice(0, 10),
      closed: true,
    }));
    const locations = (settings['locations'] as { location_id: string }[]).map((location) =>
      location.location_id === 'denver' ? { ...location, special_hours: special } : location,
    );
    const path = `/dni/api/companies/${this.company.companyId}/settings`;
    await answerOf(await this.exchange.leadline.sendAsOperator('PUT', path, { ...settings, locations }));
  }

  read<Body>(path: string): Promise<Body> {
    return this.company.ask('GET', path).then((response) => answerOf<Body>(response));
  }

  async post<Body>(path: string, body: object): Promise<Body> {
    return answerOf<Body>(await this.company.ask('POST', path, body));
  }

  /** Sends a request of the carrier. */
  async lane(path: string, fields: Record<string, string>): Promise<void> {
    const address = `${this.exchange.leadline.url}/carriers/twilio/${this.company.companyId}${path}`;
    const response = await sendAsCarrier(ACCOUNT, address, { AccountSid: ACCOUNT.accountId, ...fields });
    if (response.status !== 200) throw new Error(`The lane answers ${response.status}.`);
    await response.text();
  }

  /** Begins a call. @returns its fields, and what ends it */
  async ring(
    from: string,
    to: string = AUSTIN,
    more: Record<string, string> = {},
  ): Promise<() => Promise<void>> {
    const fields = { CallSid: `CA${crypto.randomUUID()}`, From: from, To: to, ...more };
    await this.lane('/call', { ...fields, CallStatus: 'ringing' });
    return () => this.lane('/status', { ...fields, CallStatus: 'completed' });
  }

  /** Makes a call that reaches nobody. @param more `voicemail`: the caller leaves a message */
  async miss(
    from: string,
    {
      to = AUSTIN,
      voicemail = false,
      fields: more = {},
    }: { to?: string; voicemail?: boolean; fields?: Record<string, string> } = {},
  ): Promise<CalledBack> {
    const callSid = `CA${crypto.randomUUID()}`;
    const fields = { CallSid: callSid, From: from, To: to, ...more };
    await this.lane('/call', { ...fields, CallStatus: 'ringing' });
    if (voicemail) {
      const recording = { RecordingSid: `RE${crypto.randomUUID()}`, RecordingDuration: '9' };
      await this.lane(`/call/${callSid}/voicemail`, { ...fields, ...recording });
    }
    await this.lane('/status', { ...fields, CallStatus: 'completed' });
    const { calls } = await this.read<{ calls: (CalledBack & { carrier_call_id: string })[] }>(
      '/calls?limit=200',
    );
    const call = calls.find(({ carrier_call_id: id }) => id === callSid);
    if (call === undefined) throw new Error('The call is not there.');
    return call;
  }

  /** Reports a call that another system handled. */
  report(from: string, call: object = {}): Promise<CalledBack> {
    return this.post('/calls', {
      carrier_call_id: crypto.randomUUID(),
      number: AUSTIN,
      from,
      started_at: new Date(this.exchange.now).toISOString(),
      ...call,
    });
  }

  /** The person writes a text. */
  write(from: string, message: string, to: string = AUSTIN): Promise<void> {
    return this.lane('/text', { MessageSid: `SM${crypto.randomUUID()}`, From: from, To: to, Body: message });
  }

  /** Lets minutes pass, and waits until whatever is due then is done. */
  async later(minutes: number): Promise<void> {
    const { exchange, company } = this;
    exchange.ahead += minutes * MINUTE_MS;
    await exchange.leadline.set({ ahead: exchange.ahead });
    await vi.waitUntil(
      async () => {
        await exchange.leadline.send(`/test/alarm/${company.companyId}`, { method: 'PUT' });
        const unsent = await this.count(
          `texts WHERE status = 'sending' OR next_attempt_time <= ${exchange.now}`,
        );
        const waiting = await this.count(`text_backs WHERE due_time <= ${exchange.now}`);
        const scheduled = await this.count(
          `events WHERE type = 'scheduled_text' AND data ->> 'state' = 'open'
             AND unixepoch(data ->> 'due_time') * 1000 <= ${exchange.now}`,
        );
        return unsent + waiting + scheduled === 0;
      },
      { timeout: 30_000 },
    );
  }

  /** Counts rows of the company's database. @param rows what follows FROM */
  async count(rows: string): Promise<number> {
    const body = `SELECT count(*) AS count FROM ${rows}`;
    const path = `/test/sql/${this.company.companyId}`;
    const answer = await this.exchange.leadline.send(path, { method: 'POST', body });
    return ((await answer.json()) as [{ count: number }])[0].count;
  }

  /** Returns the texts to a person that nobody wrote, newest first. */
  async sentTo(person: string): Promise<Text[]> {
    const { texts } = await this.read<{ texts: Text[] }>('/texts?limit=200');
    return texts.filter(({ phone, missed_call_id: id }) => phone === person && id !== null);
  }
}
