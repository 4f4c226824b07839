/** Which credentials are still checked after others of their network have failed. */
import { expect, test } from 'vitest';
import { guardCredentials } from '../../../worker/edge/credential-guard.ts';
import { Problem } from '../../../worker/shared/http/problems.ts';

/** Failures of a network, or of the same credentials, within the limit. */
const LIMIT = 3;

interface Network {
  /** Sends a request whose credentials are answered with this status. @returns the status, or 429 if they were not checked */
  send: (credentials: string, status: number) => Promise<number>;
}

let networks = 0;

/** A network of its own, whose failures the platform counts. */
function network(): Network {
  networks += 1;
  const address = `198.51.100.${String(networks)}`;
  const counts = new Map<string, number>();
  const limit: RateLimit['limit'] = async ({ key }) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { success: count <= LIMIT };
  };
  const env = { OPERATOR_TOKEN: 'operator', AUTH_RATE_LIMIT: { limit } };
  return {
    send: async (credentials, status) => {
      const headers = { Authorization: `Bearer ${address} ${credentials}`, 'CF-Connecting-IP': address };
      const request = new Request('https://leads.test/', { headers });
      try {
        return (await guardCredentials(request, env, async () => new Response(null, { status }))).status;
      } catch (error) {
        if (error instanceof Problem && error.code === 'rate_limited') return 429;
        throw error;
      }
    },
  };
}

async function guess({ send }: Network): Promise<void> {
  for (let count = 0; count <= LIMIT; count += 1) await send(`guess ${count}`, 401);
}

test('after too many failures of a network, unknown credentials are not checked, and those that have worked are', async () => {
  const here = network();
  expect(await here.send('worked', 200)).toBe(200);
  await guess(here);

  expect(await here.send('unknown', 200)).toBe(429);
  expect(await here.send('worked', 200)).toBe(200);
  expect(await network().send('elsewhere', 200)).toBe(200);
});

test('credentials that have worked and were revoked since are not checked any more than others', async () => {
  const here = network();
  await here.send('worked', 200);
  expect(await here.send('worked', 401)).toBe(401);
  await guess(here);

  expect(await here.send('worked', 200)).toBe(429);
});

test.for([403, 404, 500])(
  'an answer of %d neither proves credentials nor counts as a failure',
  async (status) => {
    const here = network();
    for (let count = 0; count <= LIMIT; count += 1) await here.send(`allowed ${count}`, status);
    expect(await here.send('unknown', 200)).toBe(200);
    await guess(here);

    expect(await here.send('allowed 0', 200)).toBe(429);
  },
);

test('credentials that were checked keep nobody waiting', async () => {
  const here = network();
  for (let count = 0; count < 200; count += 1) await here.send(`allowed ${count}`, 403);

  expect(await here.send('another', 200)).toBe(200);
});

test('the same wrong credentials again are a client with old ones, not a guess', async () => {
  const here = network();
  for (let count = 0; count <= LIMIT; count += 1) await here.send('old', 401);
  expect(await here.send('new', 200)).toBe(200);
  await here.send('old', 401);

  expect(await here.send('old', 401)).toBe(429);
});
