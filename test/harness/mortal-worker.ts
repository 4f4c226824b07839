/** A Worker in a process of its own, with its data in a folder: one that can be killed and started again. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { OPERATOR_TOKEN } from './operator-token.ts';
import { startWorker } from './own-worker.ts';

export interface MortalWorker {
  url: string;
  /** Ends the process and its runtime at once (SIGKILL), whatever they are doing. */
  kill(): Promise<void>;
}

/** Starts the production bundle on what `folder` holds. */
export async function startMortalWorker(folder: string): Promise<MortalWorker> {
  // A process group of its own, so that the kill takes workerd along.
  const child = fork(import.meta.filename, [folder], { detached: true });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    kill: async () => {
      const exited = once(child, 'exit');
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await exited;
    },
  };
}

/** A company on such a Worker, and its super admin. */
export interface Session {
  url: string;
  /** `/companies/<uuid>` */
  path: string;
  /** Of the super admin whose requests they are. */
  email: string;
  authorization: string;
}

/** Reads, or posts JSON, and answers JSON; throws when it is refused. */
export async function ask<Body>(
  { url, authorization }: Pick<Session, 'url' | 'authorization'>,
  path: string,
  body?: unknown,
): Promise<Body> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

/** Makes a company. */
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
  const { url } = await startWorker({}, { persistTo: process.argv[2] ?? '' });
  process.send(url);
}
