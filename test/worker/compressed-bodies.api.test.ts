import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../harness/builders.ts';
import { problemOf, send } from '../harness/client.ts';

function post(
  { superadmin, path }: PeopledCompany,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return send(`${path}/leads/create`, {
    method: 'POST',
    headers: {
      Authorization: superadmin.authorization,
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
      ...headers,
    },
    body,
  });
}

function zipped(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(text));
}

describe('a body with Content-Encoding: gzip', () => {
  test('is decompressed, also for a file', async () => {
    const company = await makeCompanyWithUsers();
    const created = await post(company, zipped(JSON.stringify({ email: 'ann@example.com', name: 'Änne' })));
    expect(await answerOf(created)).toMatchObject({ lead_ids: [expect.any(String)] });

    const imported = await send(`${company.path}/leads/import`, {
      method: 'POST',
      headers: {
        Authorization: company.superadmin.authorization,
        'Content-Type': 'text/csv',
        'Content-Encoding': 'gzip',
      },
      body: zipped('email,name\nbob@example.com,Bob\n'),
    });
    expect(await answerOf(imported)).toMatchObject({ created: 1 });
  });

  test('is the same write under one Idempotency-Key, compressed or not', async () => {
    const company = await makeCompanyWithUsers();
    const text = JSON.stringify({ email: 'ann@example.com' });
    const key = { 'Idempotency-Key': 'zip' };
    const first = await answerOf(await post(company, zipped(text), key));
    const plain = { ...key, 'Content-Encoding': 'identity' };
    expect(await answerOf(await post(company, new TextEncoder().encode(text), plain))).toEqual(first);
  });

  test('that exceeds the limit is refused without being read to its end', async () => {
    const company = await makeCompanyWithUsers();
    // 200 MB of blanks in 200 kB.
    const response = await post(company, zipped(' '.repeat(200 * 1024 * 1024)));
    expect([response.status, (await problemOf(response)).code]).toEqual([413, 'body_too_large']);
  });

  test.for([
    ['is no gzip', new TextEncoder().encode('{"email":"ann@example.com"}')],
    ['breaks off', zipped('{"email":"ann@example.com"}').slice(0, 30)],
  ] as const)('that %s is refused for this reason', async ([, body]) => {
    const response = await post(await makeCompanyWithUsers(), body);
    expect([response.status, (await problemOf(response)).code]).toEqual([400, 'invalid_encoding']);
  });
});

test('another Content-Encoding is a 415 that names the accepted ones', async () => {
  const company = await makeCompanyWithUsers();
  for (const coding of ['br', 'deflate', 'gzip, gzip']) {
    const response = await post(company, zipped('{}'), { 'Content-Encoding': coding });
    expect(response.headers.get('Accept-Encoding')).toBe('gzip');
    expect([response.status, (await problemOf(response)).code]).toEqual([415, 'unsupported_media_type']);
  }
});
