/** Clients that generators make of the API reference compile, and work against the product. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import type { Outcome, Site } from './clients/scenario.ts';
import { workerUrl } from '../../harness/worker-url.ts';

const HERE = 'test/oracles/api/clients';
const GENERATED = 'generated';
const run = promisify(execFile);

/** The executables of the packages, and their options. */
const CLIENTS = {
  'openapi-fetch': [
    'openapi-typescript',
    '../../../../dist/assets/reference/openapi.json',
    '-o',
    `${GENERATED}/openapi-typescript.ts`,
  ],
  oazapfts: [
    'oazapfts',
    '--optimistic=false',
    '../../../../dist/assets/reference/openapi.json',
    `${GENERATED}/oazapfts.ts`,
  ],
};

beforeAll(async () => {
  mkdirSync(`${HERE}/${GENERATED}`, { recursive: true });
  await Promise.all(
    Object.values(CLIENTS).map(([name = '', ...options]) =>
      run('npx', ['--no', name, ...options], { cwd: HERE }),
    ),
  );
});

test('the generated clients and code that uses them compile with the strictest settings', async () => {
  const { stdout } = await run('npx', ['tsc', '-p', HERE]).catch((error: { stdout: string }) => error);

  expect(stdout).toBe('');
});

test.for(Object.keys(CLIENTS))('an integration with %s works', async (client) => {
  const { companyId, path, superadmin } = await makeCompanyWithUsers();
  const body = { name: 'Integration', scopes: ['admin'], owner: 'company' };
  const { key } = await answerOf<{ key: string }>(await sendAs(superadmin, 'POST', `${path}/api_keys`, body));
  const scenario = (await import(`./clients/by-${client}.ts`)) as { run: (site: Site) => Promise<Outcome> };

  const outcome = await scenario.run({ baseUrl: workerUrl(), key, company: companyId });

  expect(outcome).toEqual({
    isSameLead: true,
    winner: 'primary',
    refusal: 'cannot_merge_self',
    found: ['Ann Lee'],
    merges: ['Ann Lee'],
  });
});
