/** A company with rules on calls, and what is asked of it. */
import { answerOf } from '../../../../../harness/builders.ts';
import { sendAs, type TestUser } from '../../../../../harness/client.ts';
import { AUSTIN, type CallCompany, freshCaller, makeCallCompany } from '../../calls/call-company.ts';

export interface Call {
  call_id: string;
  lead_id: string;
  tags: string[];
  value: { unit: string; value: number } | null;
  lead_status: string | null;
  note: string | null;
  modified_at: string;
}

export type Segment = [speaker: 'caller' | 'agent' | 'unknown', start: number, text: string];

export const usd = (value: number): { unit: string; value: number } => ({ unit: 'USD', value });
export const said = (any: string[], more: object = {}): object => ({ said: { any, ...more } });
export const BOOKED = {
  name: 'Appointment',
  when: {
    all: [
      said(['make an appointment', 'book*'], { by: 'caller', none: ['wrong number'], within_seconds: 120 }),
    ],
  },
  then: { tags: ['appointment'], value: usd(80), lead_status: 'good' },
};
export const TALK: readonly Segment[] = [
  ['agent', 0, 'Acme Plumbing, do you want to book a visit?'],
  ['caller', 4, 'Yes. I would like to make an'],
  ['agent', 6, 'Sure.'],
  ['caller', 7.5, 'appointment, please.'],
];

/** A company with rules, and what is asked of it. */
export class RuledCompany {
  readonly company: CallCompany;
  #calls = 0;

  constructor(company: CallCompany) {
    this.company = company;
  }

  static async make(rules: readonly object[] = []): Promise<RuledCompany> {
    const made = new RuledCompany(await makeCallCompany());
    if (rules.length > 0) await answerOf(await made.put(rules));
    return made;
  }

  ask<Body>(
    method: string,
    below: string,
    body?: unknown,
    user: TestUser = this.company.superadmin,
  ): Promise<Body> {
    return sendAs(user, method, this.company.path + below, body).then((answer) => answerOf<Body>(answer));
  }

  put(rules: unknown): Promise<Response> {
    return sendAs(this.company.superadmin, 'PUT', `${this.company.path}/contact_rules`, rules);
  }

  /** Reports a call of 90 seconds that somebody answered. */
  call(more: Record<string, unknown> = {}): Promise<Call> {
    this.#calls += 1;
    const { startedTime = Date.now() - 200_000, ...fields } = more as { startedTime?: number };
    return this.ask('POST', '/calls', {
      carrier_call_id: `ruled-${this.#calls}`,
      number: AUSTIN,
      from: freshCaller(),
      started_at: new Date(startedTime).toISOString(),
      answered_at: new Date(startedTime + 5_000).toISOString(),
      talk_seconds: 90,
      outcome: 'answered',
      ...fields,
    });
  }

  read({ call_id: id }: Pick<Call, 'call_id'>): Promise<Call> {
    return this.ask('GET', `/calls/${id}`);
  }

  say({ call_id: id }: Pick<Call, 'call_id'>, segments: readonly Segment[]): Promise<unknown> {
    return this.ask('PUT', `/calls/${id}/transcript`, {
      segments: segments.map(([speaker, start, text]) => ({ speaker, start, end: start + 1, text })),
    });
  }

  remark({ call_id: id }: Pick<Call, 'call_id'>, change: object): Promise<unknown> {
    return this.ask('POST', `/calls/${id}/modify`, change);
  }

  effects({ call_id: id }: Pick<Call, 'call_id'>, user?: TestUser): Promise<Record<string, unknown>[]> {
    return this.ask('GET', `/calls/${id}/rule_effects`, undefined, user);
  }

  /** Counts the changes of a call in the stream. */
  async changes({ call_id: id }: Pick<Call, 'call_id'>): Promise<string[]> {
    const { changes } = await this.ask<{ changes: { type: string; data: { call_id?: string } }[] }>(
      'GET',
      '/changes?limit=200',
    );
    return changes.filter(({ data }) => data.call_id === id).map(({ type }) => type);
  }
}
