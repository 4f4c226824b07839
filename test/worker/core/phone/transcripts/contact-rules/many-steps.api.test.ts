/** Phrases that could take long to look for are neither saved nor tried. */
import { expect, test } from 'vitest';
import { problemOf, sendAs } from '../../../../../harness/client.ts';
import { makeCallCompany } from '../../calls/call-company.ts';

test('phrases with many beginnings of one another are neither saved nor tried', async () => {
  const { superadmin, path } = await makeCallCompany();
  const ask = (method: string, below: string, body: unknown): Promise<Response> =>
    sendAs(superadmin, method, `${path}/contact_rules${below}`, body);
  const phrases = Array.from({ length: 50 }, (_, index) => {
    const beginnings = index.toString(2).padStart(6, '0').replaceAll('0', 'aa* ').replaceAll('1', 'aaa* ');
    return `${beginnings}aa* aa* aa* aa* aa* zz`;
  });
  const when = (count: number): object => ({ all: [{ said: { any: phrases.slice(0, count) } }] });
  const rule = (count: number): object => ({ name: 'Stars', when: when(count), then: { tags: ['stars'] } });

  for (const refused of [
    await ask('PUT', '', [rule(50)]),
    await ask('POST', '/preview', { when: when(50) }),
  ]) {
    expect(await problemOf(refused)).toMatchObject({
      detail: 'Too many phrases with * begin alike; leave some out.',
      errors: [{ pointer: '' }],
    });
  }
  expect((await ask('PUT', '', [rule(15)])).status).toBe(200);
  expect((await ask('POST', '/preview', { when: when(15) })).status).toBe(200);
});
