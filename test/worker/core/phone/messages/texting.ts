/** A company that gets messages through Twilio, whose API is a server of the test. */
import { expect } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../../harness/client.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import { AUSTIN, type CallCompany, connectCarrierApi, makeCallCompany } from '../calls/call-company.ts';

export interface Text {
  text_id: string;
  lead_id: string | null;
  direction: string;
  status: string;
  /** The company's number. */
  number: string;
  phone: string;
  message: string;
}

export interface Texting {
  company: CallCompany;
  /** The bodies that the carrier's API was sent. */
  asked: URLSearchParams[];
  /** The answer of the API; undefined if it hangs. */
  answers: { status: number; body: object; headers?: Record<string, string> } | undefined;
  /** Sends a request of the carrier; resolves to the answer. */
  lane: (path: string, fields: Record<string, string>) => Promise<string>;
  receive: (from: string, message: string, more?: Record<string, string>) => Promise<string>;
  /** Returns the messages with a person, newest first. */
  textsWith: (person: string) => Promise<Text[]>;
  writeTo: (leadId: string | null | undefined, message?: string) => Promise<Response>;
  eventsOf: (leadId: string | null | undefined) => Promise<TimelineEvent[]>;
}

export interface TimelineEvent {
  type: string;
  inbound: boolean;
  data: Record<string, unknown>;
}

export async function startTexting(): Promise<Texting> {
  const asked: URLSearchParams[] = [];
  const api = await startServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(body));
      if (texting.answers === undefined) return;
      const { status, headers } = texting.answers;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(JSON.stringify({ sid: `SM${crypto.randomUUID()}`, ...texting.answers.body }));
    });
  });
  const company = await makeCallCompany();
  await connectCarrierApi(company, api.url);
  const { superadmin, path: companyPath, accountId, authToken } = company;
  const account = { carrier: 'twilio', accountId, secret: authToken } as const;
  const lane: Texting['lane'] = async (path, fields) => {
    const address = `${workerUrl()}/carriers/twilio/${company.companyId}${path}`;
    const response = await sendAsCarrier(account, address, { AccountSid: accountId, ...fields });
    expect(response.status).toBe(200);
    return response.text();
  };
  const texting: Texting = {
    company,
    asked,
    answers: { status: 201, body: {} },
    lane,
    receive: (from, message, more = {}) =>
      lane('/text', {
        MessageSid: `SM${crypto.randomUUID()}`,
        From: from,
        To: AUSTIN,
        Body: message,
        ...more,
      }),
    textsWith: async (person) => {
      const list = await sendAs(superadmin, 'GET', `${companyPath}/texts?limit=200`);
      return (await answerOf<{ texts: Text[] }>(list)).texts.filter(({ phone }) => phone === person);
    },
    writeTo: (leadId, message = 'Hi.') =>
      sendAs(superadmin, 'POST', `${companyPath}/leads/${leadId}/text`, { message }),
    eventsOf: async (leadId) => {
      const list = await sendAs(superadmin, 'GET', `${companyPath}/leads/${leadId}/events?size=100`);
      return (await answerOf<{ events: TimelineEvent[] }>(list)).events;
    },
  };
  return texting;
}
