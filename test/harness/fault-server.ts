/** A server of its own for the tests that break bindings: the product's bindings, behind test/faults/worker.ts. */
import { createTestHarness, type TestHarness, unstable_readConfig as readConfig } from 'wrangler';
import { OPERATOR_TOKEN } from './operator-token.ts';

/** @param vars variables of the Worker, for instance `GEO_URL` */
export function createFaultServer(vars: Record<string, string>): TestHarness {
  const product = readConfig({ config: 'wrangler.toml' });
  const server = createTestHarness({
    workers: [
      {
        config: {
          name: 'faults',
          main: 'test/faults/worker.ts',
          compatibility_date: product.compatibility_date ?? '',
          compatibility_flags: product.compatibility_flags,
          kv_namespaces: product.kv_namespaces,
          durable_objects: product.durable_objects,
          migrations: product.migrations,
          ratelimits: product.ratelimits,
          vars: { OPERATOR_TOKEN, PRIVATE_ADDRESSES: 'allowed', ...vars },
        },
      },
    ],
  });
  return Object.assign(server, { fetch: wholeAnswers(server) });
}

/** What the server hands on is a copy of undici's answer, whose body undici cancels once it collects that: it is read at once. */
function wholeAnswers(server: TestHarness): TestHarness['fetch'] {
  const fetch = server.fetch.bind(server);
  return async (...request) => {
    const answer = await fetch(...request);
    const body = await answer.arrayBuffer();
    const { status, headers } = answer;
    return new Response(body.byteLength === 0 ? null : body, {
      status,
      headers: [...headers],
    }) as unknown as typeof answer;
  };
}
