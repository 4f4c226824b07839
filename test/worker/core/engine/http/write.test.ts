/** The order of a write's steps at other objects. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { CoreApp } from '../../../../../worker/core/engine/context/company-context.ts';
import { write } from '../../../../../worker/core/engine/http/write.ts';
import { Problem } from '../../../../../worker/shared/http/problems.ts';
import { MortalCompany } from '../context/mortal-company.ts';

/** Sends a write whose change is refused or saved. @returns what happened, in order */
async function stepsOf(isRefused: boolean): Promise<string[]> {
  const { company } = new MortalCompany(1, 0);
  const steps: string[] = [];
  const atLeisure = async (name: string): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    steps.push(name);
  };
  const app = new Hono<CoreApp>();
  app.use(async (c, next) => {
    c.set('actor', { kind: 'system', name: 'test' });
    c.set('requestId', 'request');
    await next();
  });
  app.onError(() => new Response(null, { status: 409 }));
  app.post('/', (c) =>
    write(c, {
      prepare: () => atLeisure('prepared'),
      change: () => {
        if (isRefused) throw new Problem('ambiguous_match', 'Refused.');
        steps.push('changed');
        return { body: {} };
      },
      confirm: () => atLeisure('confirmed'),
      withdraw: () => atLeisure('withdrawn'),
    }),
  );

  const { status } = await app.request('/', { method: 'POST' }, { company });

  return [...steps, `answered ${status}`];
}

test('what was prepared at other objects is withdrawn before a refusal is answered', async () => {
  expect(await stepsOf(true)).toEqual(['prepared', 'withdrawn', 'answered 409']);
});

test('what was prepared at other objects is confirmed after the change and before its answer', async () => {
  expect(await stepsOf(false)).toEqual(['prepared', 'changed', 'confirmed', 'answered 200']);
});
