/** The platform's logs contain no personal data and no credentials. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { redacted } from '../../worker/shared/log.ts';
import { basic, visitorHeaders } from '../harness/client.ts';
import { dniSettings } from '../harness/dni-company.ts';
import { OPERATOR_TOKEN } from '../harness/operator-token.ts';
import { type OwnWorker, startWorker } from '../harness/own-worker.ts';

describe('an error is logged without', () => {
  test.for([
    ['an e-mail address', "No user jo.o'neil+x@acme.example here", 'No user <e-mail> here'],
    [
      'a query',
      'Invalid URL: https://x.test/a?username=jo&password=secret',
      'Invalid URL: https://x.test/a?<query>',
    ],
    [
      'credentials',
      'was Basic am9AYWNtZTpsbHRf, then Bearer abc.def-1',
      'was <credentials>, then <credentials>',
    ],
    ['a token', 'no llt_AbC-12_x', 'no <token>'],
    [
      'a link in mail',
      'bad https://x.test/reports/confirm/a-1/AbC-12_x, /reports/shared/b/x or /unsubscribe/a-1/u/t/s (1)',
      'bad https://x.test/<link> /<link> or /<link> (1)',
    ],
    ['an address', 'from 203.0.113.7 and 2001:db8:1:2:3:4:5:6', 'from <address> and <address>'],
    ['a phone number', 'no lead for (512) 555-0100, +1 512.555.0101', 'no lead for (<number>, <number>'],
  ] as const)('%s', ([, text, logged]) => {
    expect(redacted(text)).toBe(logged);
  });

  test('losing the place of the error', () => {
    const stack =
      'TypeError: x is not a function\n    at foo (index.js:18886:12)\n    at async bar (file:///a/b.js:1:2)';

    expect(redacted(stack)).toBe(stack);
  });
});

describe('a deployment', () => {
  const { observability, workers_dev, preview_urls } = readConfig({ config: 'wrangler.toml' });

  test('has no line for each request, and no query in traces', () => {
    expect(observability).toMatchObject({
      enabled: true,
      redact_query_string: true,
      logs: { invocation_logs: false },
      traces: { enabled: false },
    });
  });

  test('has one door', () => {
    expect([workers_dev, preview_urls]).toEqual([true, false]);
  });
});

describe('the local log store, after a day of everything', () => {
  const SECRETS = {
    password: 'a-password-of-sue',
    email: 'sue@acme.example',
    ip: '203.0.113.250',
    search: 'Wotan Zyx',
    leadPhone: '+15125550188',
    operator: OPERATOR_TOKEN,
  };
  let logs: string;
  let worker: OwnWorker;
  let token = '';

  beforeAll(async () => {
    logs = mkdtempSync(join(tmpdir(), 'leadline-logs-'));
    // An unreachable resolver, so that something is logged.
    worker = await startWorker({ GEO_URL: 'http://127.0.0.1:1/{ip}' }, { logsTo: logs });
    await liveThroughADay();
  });
  afterAll(async () => {
    await worker.close();
    rmSync(logs, { recursive: true, force: true });
  });

  async function send(
    method: string,
    path: string,
    authorization?: string,
    body?: unknown,
  ): Promise<Response> {
    return fetch(`${worker.url}${path}`, {
      method,
      headers: {
        ...visitorHeaders({ ip: SECRETS.ip }),
        'Content-Type': 'application/json',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Provisioning, a sign-in with the password in the query, a preview, a lookup, a search, refusals. */
  async function liveThroughADay(): Promise<void> {
    const { email, password, ip, search, leadPhone } = SECRETS;
    const operator = `Bearer ${OPERATOR_TOKEN}`;
    const superadmin = { name: 'Sue', email, password };
    const company = { name: 'Acme', default_region: 'US', superadmin };
    const made = await send('POST', '/operator/companies', operator, company);
    const { company_id: id } = (await made.json()) as { company_id: string };
    const query = new URLSearchParams({ username: email, password });
    token = (await (await send('GET', `/auth/issue_token?${query}`)).json()) as string;
    const sue = basic(email, token);
    const statuses = [
      await send('PUT', `/dni/api/companies/${id}/settings`, sue, dniSettings()),
      await send('GET', `/dni/preview/${id}?ip=${ip}`, sue),
      await send('POST', `/dni/api/companies/${id}/closest`, undefined, {
        url: `https://e.test/?q=${email}`,
      }),
      await send('POST', `/companies/${id}/leads/create`, sue, { email, phone: leadPhone, name: search }),
      await send('GET', `/companies/${id}/leads/search?q=${encodeURIComponent(search)}`, sue),
      await send('GET', `/auth/issue_token?${new URLSearchParams({ username: email, password: 'wrong' })}`),
      await send('GET', '/me', basic(email, 'llt_wrong')),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 401, 401]);
  }

  /** Returns the log: the product's own lines, and the runtime's for each request, which a deployment does not keep. */
  async function lines(): Promise<{ own: string[]; ofRequests: string[] }> {
    const count = 'SELECT count(*) AS spans FROM spans WHERE parent_id IS NULL';
    // The log is written after the answers.
    await vi.waitFor(async () => expect((await worker.queryLogs(count))[0]?.['spans']).toBeGreaterThan(8));
    const messages = (await worker.queryLogs('SELECT message FROM logs')).map(({ message }) =>
      String(message),
    );
    const isOfRequest = (message: string): boolean => /^"(?:[A-Z]+ http|jsrpc|alarm)/.test(message);
    return {
      own: messages.filter((message) => !isOfRequest(message)),
      ofRequests: messages.filter(isOfRequest),
    };
  }

  test('no line of the product has any of it', async () => {
    const { own } = await lines();

    expect(own.join()).toContain('place resolver');
    expect(secretsIn(own.join())).toEqual([]);
  });

  test('the platform’s lines have it only in queries, which a deployment omits', async () => {
    const { ofRequests } = await lines();
    const spans = await worker.queryLogs('SELECT name, error, json(attributes) AS attributes FROM spans');
    const traced = JSON.stringify([ofRequests, spans]);

    expect(secretsIn(traced)).toContain('password');
    // The request to the resolver contains the IP, as intended.
    const withoutQueries = traced.replaceAll(/\?[^"\\]*/g, '?').replaceAll(/127\.0\.0\.1:1\/[\d.]+/g, '');
    expect(secretsIn(withoutQueries)).toEqual([]);
  });

  function secretsIn(text: string): string[] {
    const values = { ...SECRETS, token };
    return Object.entries(values).flatMap(([name, value]) =>
      [value, encodeURIComponent(value), value.replaceAll(' ', '+')].some((form) => text.includes(form))
        ? [name]
        : [],
    );
  }
});
