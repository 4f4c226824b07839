/** A company in which what callers say is written down, and its calls. */
import { vi } from 'vitest';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import type { FaultServer } from '../../../../harness/fault-server.ts';
import { AdCompany } from '../../conversions/platform-company.ts';
import { AUSTIN, freshCaller } from '../calls/call-company.ts';

export const PATIENCE = { timeout: 40_000, interval: 100 };
const TOKEN = 'token-of-the-account';

/** The answer about what was said. */
export interface Transcript {
  state: string;
  segments: { text: string; start: number; end: number; speaker: string }[];
  redactions: number;
  error?: string;
  engine: string | null;
  language: string | null;
}

/** A company in which what is said is written down. */
export class SpokenCompany {
  readonly company: AdCompany;
  readonly #accountId: string;

  private constructor(company: AdCompany, accountId: string) {
    this.company = company;
    this.#accountId = accountId;
  }

  /** @param at the Worker, and the carrier's API */
  static async make(
    { server, carrier }: { server: FaultServer; carrier: string },
    options: Record<string, unknown> = { transcripts: 'voicemails' },
  ): Promise<SpokenCompany> {
    const company = await AdCompany.make(server);
    const accountId = `AC${crypto.randomUUID().replaceAll('-', '')}`;
    const api = { user: 'SK1', secret: 'secret', base: carrier };
    const carriers = [{ carrier: 'twilio', account_id: accountId, secrets: [TOKEN], api }];
    await company.put('/calls/settings', { carriers, defaults: { record: 'on' } });
    const made = new SpokenCompany(company, accountId);
    await made.setOptions(options);
    return made;
  }

  async setOptions(options: Record<string, unknown>): Promise<void> {
    const before = await this.company.ask<object>('/settings');
    await this.company.put('/settings', { ...before, ...options });
  }

  /** Leaves a voicemail. @returns the id of the call */
  async leave(seconds = 12, from = freshCaller()): Promise<string> {
    const call = await this.#ring(from);
    await call.send('/voicemail', {
      RecordingSid: `RE${crypto.randomUUID()}`,
      RecordingDuration: String(seconds),
    });
    return call.end();
  }

  /** Talks with whoever answers; the call is recorded. @returns the id of the call */
  async talk(seconds: number, from = freshCaller()): Promise<string> {
    const call = await this.#ring(from);
    if (!call.document.includes('record="record-from-answer-dual"')) throw new Error('It is not recorded.');
    const answered = { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: String(seconds) };
    await call.send('/dialed/0', { ...answered, DialCallSid: `CA${crypto.randomUUID()}` });
    const callId = await call.end();
    const recording = { RecordingSid: `RE${crypto.randomUUID()}`, RecordingDuration: String(seconds) };
    await call.send('/recording', { ...recording, RecordingStatus: 'completed' });
    return callId;
  }

  /** Begins a call. @returns the answer of the product, and what sends the carrier's next requests */
  async #ring(from: string): Promise<{
    document: string;
    send: (step: string, fields: Record<string, string>) => Promise<string>;
    end: () => Promise<string>;
  }> {
    const { url, path } = this.company.session;
    const lane = `${url}/carriers/twilio/${path.split('/')[2]}`;
    const account = { carrier: 'twilio', accountId: this.#accountId, secret: TOKEN } as const;
    const callSid = `CA${crypto.randomUUID()}`;
    const base = { AccountSid: this.#accountId, CallSid: callSid, From: from, To: AUSTIN };
    const post = async (address: string, fields: Record<string, string>): Promise<string> => {
      const response = await sendAsCarrier(account, lane + address, { ...base, ...fields });
      if (!response.ok) throw new Error(await response.text());
      return response.text();
    };
    return {
      document: await post('/call', { CallStatus: 'ringing' }),
      send: (step, fields) => post(`/call/${callSid}${step}`, { CallStatus: 'in-progress', ...fields }),
      end: async () => {
        await post('/status', { CallStatus: 'completed' });
        const { calls } = await this.company.ask<{ calls: { call_id: string; carrier_call_id: string }[] }>(
          '/calls',
        );
        const call = calls.find(({ carrier_call_id: id }) => id === callSid);
        if (call === undefined) throw new Error('The call is not there.');
        return call.call_id;
      },
    };
  }

  transcript(callId: string): Promise<Transcript> {
    return this.company.ask<Transcript>(`/calls/${callId}/transcript`);
  }

  async isOver(callId: string): Promise<Transcript> {
    await vi.waitFor(async () => {
      const { state } = await this.transcript(callId);
      if (state === 'pending') throw new Error('It waits.');
    }, PATIENCE);
    return this.transcript(callId);
  }
}
