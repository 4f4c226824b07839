/** What other objects and the edge can call of a company's object, on the real runtime. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCompany } from '../../harness/mortal-worker.ts';
import { type OwnWorker, startWorker } from '../../harness/own-worker.ts';

type Callable = Record<string, (...values: unknown[]) => Promise<unknown>>;

let worker: OwnWorker;
let company: Callable;

beforeAll(async () => {
  worker = await startWorker({});
  const { path } = await openCompany(worker.url);
  const namespace = (await worker.binding('COMPANIES')) as { getByName(name: string): Callable };
  company = namespace.getByName(path.split('/')[2] ?? '');
});
afterAll(() => worker.close());

test.each(['alone', 'createTables', 'deleteAll', 'bindings', 'sockets', 'database', 'memory'])(
  'nobody calls %s',
  async (name) => {
    const call = async (): Promise<unknown> => company[name]?.(() => undefined);
    await expect(call()).rejects.toThrow(/does not implement|not a function/);
  },
);

test('the methods of features can be called', async () => {
  // There are none yet.
  await expect(company['dniSettings']?.()).resolves.toBeUndefined();
});
