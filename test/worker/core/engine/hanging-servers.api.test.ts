/**
 * A mail server, a push service, a receiver of webhooks and an ad platform that hang delay nothing but what goes to them; also if
 * the company's object is killed meanwhile.
 */
import { createECDH, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FaultServer, startFaultServer } from '../../../harness/fault-server.ts';
import { startServer } from '../../../harness/own-worker.ts';
import { AdCompany, type FakePlatform, PATIENCE, startPlatform } from '../conversions/platform-company.ts';

const SILENT = 'silent.example.com';
const GOOD = 'good.example.com';

/** Accept requests and answer none. */
let silent: Awaited<ReturnType<typeof startServer>>;
let silentMail: Awaited<ReturnType<typeof startSilentMail>>;
/** The paths that the silent server was asked for. */
const asked: string[] = [];
/** A receiver of webhooks and an ad platform that work. */
let good: FakePlatform;
let server: FaultServer;

beforeAll(async () => {
  silent = await startServer((request: IncomingMessage) => void asked.push(request.url ?? ''));
  silentMail = await startSilentMail();
  good = await startPlatform(() => ({ status: 200, body: {} }));
  server = await startFaultServer(
    {
      SMTP_URL: `smtp://127.0.0.1:${silentMail.port}`,
      MAIL_FROM: 'Leadline <no-reply@leads.test>',
      PUBLIC_URL: 'https://leads.test',
    },
    {
      'graph.facebook.com': silent.url,
      [SILENT]: silent.url,
      [GOOD]: good.url,
      'www.google-analytics.com': good.url,
    },
  );
});
afterAll(async () => {
  await server.close();
  await silent.close();
  await silentMail.close();
  await good.close();
});

/** Starts a mail server that takes connections and never says a word. */
async function startSilentMail(): Promise<{
  port: number;
  connections: () => number;
  close: () => Promise<void>;
}> {
  const sockets: Socket[] = [];
  const listener = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (listener.address() as AddressInfo).port,
    connections: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        listener.close(() => resolve());
      });
    },
  };
}

/** A company whose mail, pushes, webhook and conversions go to servers that hang; a webhook and conversions go to others too. */
async function makeCompany(): Promise<AdCompany> {
  const company = await AdCompany.make(server);
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  await company.ask('/notifications/devices', {
    endpoint: `https://${SILENT}/push`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    name: 'Phone',
  });
  for (const host of [SILENT, GOOD]) {
    await company.ask('/webhooks', { url: `https://${host}/hook`, events: ['event.created'] });
  }
  await company.put('/conversions/platforms/meta', {
    enabled: true,
    settings: { dataset_id: '123', event_name: 'Lead', action_source: 'phone_call' },
    secret: 'EAAB-token',
  });
  await company.put('/conversions/platforms/ga4', {
    enabled: true,
    settings: { measurement_id: 'G-ABC123', event_name: 'generate_lead' },
    secret: 'ga-secret',
  });
  await company.ask('/conversions/rules', {
    name: 'Calls',
    when: { what: 'call' },
    value: { unit: 'EUR', value: 50 },
    platforms: ['meta', 'ga4'],
  });
  return company;
}

async function makeLead(company: AdCompany): Promise<string> {
  const { lead_ids: ids } = await company.ask<{ lead_ids: [string] }>('/leads/create', {
    email: `${crypto.randomUUID()}@example.com`,
  });
  return ids[0];
}

/** Sets a reminder that is due in some milliseconds. */
async function remind(company: AdCompany, leadId: string, message: string, inMs: number): Promise<void> {
  const due = new Date(Date.now() + inMs).toISOString();
  await company.ask(`/leads/${leadId}/reminder`, { message, due_time: due });
}

/** The messages of the reminders of which the super admin was told. */
async function toldReminders(company: AdCompany): Promise<unknown[]> {
  const { notifications } = await company.ask<{
    notifications: { type: string; data: { message?: string } }[];
  }>('/notifications?size=100');
  return notifications.filter(({ type }) => type === 'reminder.due').map(({ data }) => data.message);
}

async function query(company: AdCompany, sql: string): Promise<Record<string, unknown>[]> {
  const response = await server.fetch(`/test/sql/${idOf(company)}`, { method: 'POST', body: sql });
  return (await response.json()) as Record<string, unknown>[];
}

function idOf({ session }: AdCompany): string {
  return session.path.split('/')[2] ?? '';
}

/** Waits until mail, a push, a message of a webhook and a conversion wait for servers that hang. @returns the id of a lead */
async function hangEverywhere(company: AdCompany): Promise<string> {
  asked.length = 0;
  const before = silentMail.connections();
  await company.ask('/invitations', { role_id: 'agent', email: `al.${crypto.randomUUID()}@acme.test` });
  const leadId = await makeLead(company);
  await remind(company, leadId, 'First', 0);
  await company.callAfterVisit({
    click_ids: { fbclid: 'IwAR0abcdefghijklmnop' },
    ids: {
      fbp: null,
      fbc: null,
      ga_client_id: '12.34',
      ga_session_ids: { ABC123: '56' },
      user_agent: 'Browser/1',
      read_time: Date.now() - 1_000,
    },
  });
  await vi.waitFor(() => {
    expect(silentMail.connections()).toBeGreaterThan(before);
    expect(new Set(asked.map((path) => path.replace(/\?.*/, '')))).toEqual(
      new Set(['/push', '/hook', '/v25.0/123/events']),
    );
  }, PATIENCE);
  return leadId;
}

test('while mail, push, a webhook and an ad platform hang, reminders, deadlines, other webhooks and platforms are in time', async () => {
  const company = await makeCompany();
  const leadId = await hangEverywhere(company);
  const { call_id: ringing } = await company.ask<{ call_id: string }>('/calls', {
    carrier_call_id: 'rings',
    number: '+15125550101',
    from: '+12065550188',
    started_at: new Date().toISOString(),
  });
  await query(
    company,
    `UPDATE calls SET deadline = ${String(Date.now() + 1_000)} WHERE call_id = '${ringing}'`,
  );
  const known = good.calls.length;

  await remind(company, leadId, 'Second', 1_000);

  await expect.poll(() => toldReminders(company), PATIENCE).toEqual(['Second', 'First']);
  await expect
    .poll(async () => (await company.ask<{ outcome: string | null }>(`/calls/${ringing}`)).outcome, PATIENCE)
    .not.toBeNull();
  await expect.poll(() => good.calls.slice(known).map(({ path }) => path), PATIENCE).toContain('/hook');
  expect(good.calls.map(({ path }) => path)).toContain(
    '/mp/collect?measurement_id=G-ABC123&api_secret=ga-secret',
  );
  // All of it while the first attempts still hang.
  expect(await query(company, 'SELECT max(attempts) AS most FROM account_letters')).toEqual([{ most: 0 }]);
});

test('an object that is killed while it waits for a server goes on by itself, though later work was planned meanwhile', async () => {
  const company = await makeCompany();
  const leadId = await hangEverywhere(company);
  // Far away, so that an alarm for it would help nobody.
  await remind(company, leadId, 'Next year', 365 * 24 * 60 * 60_000);
  asked.length = 0;

  await server.fetch(`/test/kill/${idOf(company)}`, { method: 'POST' });

  // Nothing asks the company meanwhile.
  await expect.poll(() => asked, PATIENCE).toContain('/hook');
});
