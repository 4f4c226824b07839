/** Runs a Worker as a process with its data in a folder, so that a test can kill it and start it again. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { OPERATOR_TOKEN } from './operator-token.ts';
import { startWorker } from './own-worker.ts';

export interface MortalWorker {
  url: string;
  /** Ends the process and its runtime at once (SIGKILL). */
  kill(): Promise<void>;
}

/** Starts the production bundle with the data in `folder`. @param vars further variables */
export async function startMortalWorker(
  folder: string,
  vars: Record<string, string> = {},
): Promise<MortalWorker> {
  // A separate process group, so that the kill also ends workerd.
  const child = fork(import.meta.filename, [folder, JSON.stringify(vars)], { detached: true });
  const { pid } = child;
  // Without an id the kill would end the group of the tests.
  if (pid === undefined) throw new Error('The process of the Worker did not start.');
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    kill: async () => {
      const exited = once(child, 'exit');
      process.kill(-pid, 'SIGKILL');
      await exited;
    },
  };
}

/** A company on such a Worker, and its super admin. */
export interface Session {
  url: string;
  /** `/companies/<uuid>` */
  path: string;
  /** The credentials of the super admin, who sends the requests. */
  email: string;
  authorization: string;
}

/** Sends a GET request, or posts JSON, and returns the JSON of the answer. @throws Error when the answer is a refusal */
export async function ask<Body>(
  { url, authorization }: Pick<Session, 'url' | 'authorization'>,
  path: string,
  body?: unknown,
  method: 'GET' | 'POST' | 'PUT' = body === undefined ? 'GET' : 'POST',
): Promise<Body> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

/** Creates a company and signs its super admin in. */
export async function openCompany(url: string): Promise<Session> {
  const operator = { url, authorization: `Bearer ${OPERATOR_TOKEN}` };
  const email = `sue.${crypto.randomUUID()}@acme.test`;
  const { company_id } = await ask<{ company_id: string }>(operator, '/operator/companies', {
    name: 'Acme',
    default_region: 'US',
    superadmin: { name: 'Sue', email },
  });
  const token = await ask<string>(operator, '/operator/tokens', { email });
  return {
    url,
    path: `/companies/${company_id}`,
    email,
    authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`,
  };
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  const vars = JSON.parse(process.argv[3] ?? '{}') as Record<string, string>;
  const { url } = await startWorker(vars, { persistTo: process.argv[2] ?? '' });
  process.send(url);
}
