/** Controls a Worker whose bindings can break and whose clock can be moved forward (test/faults/worker.ts). */
import type { Conditions, Counts } from '../faults/faults.ts';
import { freshIp, type Visitor, visitorHeaders } from './client.ts';
import { dniSettings } from './dni-company.ts';
import { startFaultServer, type TestCache } from './fault-server.ts';
import { OPERATOR_TOKEN } from './operator-token.ts';

export interface FaultyLeadline {
  url: string;
  close(): Promise<void>;
  send(path: string, init?: RequestInit): Promise<Response>;
  sendAsOperator(method: string, path: string, body?: unknown): Promise<Response>;
  /** Sets faults and clock for later requests. Without faults everything works; without a time the clock stays. */
  set(conditions?: Conditions): Promise<void>;
  /** Returns how often each binding was used since the last call. */
  counts(): Promise<Counts>;
  /** Returns how many rows companies' databases have read since the last call. The first call starts the count. */
  rowsRead(): Promise<number>;
  /** Runs SQL in a company's database. */
  sql(companyId: string, sql: string): Promise<void>;
  /** Returns what was logged since the last call. */
  logs(): Promise<string[]>;
  cache(): Promise<TestCache>;
  /** Creates a company with the usual DNI settings. `pastEdge` saves them in the object directly, so that the edge does not know them. */
  makeCompany(options?: { pastEdge?: boolean; settings?: Record<string, unknown> }): Promise<string>;
  /** Sends `POST .../closest`, or `.../closest/zip/<zip>`. */
  ask(companyId: string, visitor?: Visitor & { zip?: string; body?: unknown }): Promise<Response>;
}

/** Starts the Worker. @param vars its variables, for instance `GEO_URL` */
export async function startFaultyLeadline(vars: Record<string, string> = {}): Promise<FaultyLeadline> {
  const server = await startFaultServer(vars);
  const send = server.fetch;
  const sendAsOperator = (method: string, path: string, body?: unknown): Promise<Response> =>
    send(path, {
      method,
      headers: {
        Authorization: `Bearer ${OPERATOR_TOKEN}`,
        'Content-Type': 'application/json',
        'CF-Connecting-IP': freshIp(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    url: server.url,
    close: () => server.close(),
    send,
    sendAsOperator,
    set: async (conditions = {}) => {
      await send('/test/conditions', { method: 'POST', body: JSON.stringify(conditions) });
    },
    counts: async () => (await (await send('/test/counts')).json()) as Counts,
    rowsRead: async () => (await (await send('/test/rows')).json()) as number,
    sql: async (companyId, sql) => {
      const answer = await send(`/test/sql/${companyId}`, { method: 'POST', body: sql });
      if (!answer.ok) throw new Error(await answer.text());
    },
    logs: async () => (await (await send('/test/logs')).json()) as string[],
    cache: server.cache,
    makeCompany: async ({ pastEdge = false, settings = {} } = {}) => {
      const made = await sendAsOperator('POST', '/operator/companies', {
        name: 'Acme',
        default_region: 'US',
      });
      const { company_id: companyId } = (await made.json()) as { company_id: string };
      const path = `/dni/api/companies/${companyId}/settings`;
      const way = pastEdge ? `/test/object/${companyId}${path}` : path;
      const saved = await sendAsOperator('PUT', way, dniSettings(settings));
      if (saved.status !== 200) throw new Error(`No settings: ${await saved.text()}`);
      return companyId;
    },
    ask: (companyId, { zip, body, ...visitor } = {}) =>
      send(`/dni/api/companies/${companyId}/closest${zip === undefined ? '' : `/zip/${zip}`}`, {
        method: 'POST',
        headers: { ...visitorHeaders(visitor), 'Content-Type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
  };
}
