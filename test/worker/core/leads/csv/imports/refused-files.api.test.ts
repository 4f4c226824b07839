import { beforeAll, describe, expect, test, vi } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../../harness/builders.ts';
import { problemOf, send } from '../../../../../harness/client.ts';
import { sendFile } from '../../../../../harness/csv.ts';
import { type LeadClient, sendLead } from '../../../../../harness/leads.ts';

const MEBIBYTE = 1024 * 1024;

let client: LeadClient;
beforeAll(async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  client = { user: superadmin, path };
});

/** Valid rows at the beginning, so that a refusal at the end could leave something half done. */
const START = `email,name\n${Array.from({ length: 600 }, (_, row) => `lead${row}@example.com,Lead`).join('\n')}\n`;

function bytes(text: string, encoding: BufferEncoding): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, encoding));
}

async function countLeads(): Promise<number> {
  const answer = await sendLead(client, 'GET', '/recent_leads?relative=last_2_days');
  return (await answerOf<{ count: number }>(answer)).count;
}

describe('a file is refused as a whole, and none of its rows is imported', () => {
  const files: [what: string, file: string | Uint8Array<ArrayBuffer>, code: string, detail: RegExp][] = [
    ['is empty', '', 'invalid_csv', /empty/],
    ['is a byte order mark', '\uFEFF', 'invalid_csv', /empty/],
    ['is blank', '\n\n', 'invalid_csv', /empty/],
    [
      'has a quote that stays open',
      `${START}"ann@example.com,Ann\n`,
      'invalid_csv',
      /^Row 601, line 602: A quote/,
    ],
    [
      'goes on after a closing quote',
      `${START}"a"b,Ann\n`,
      'invalid_csv',
      /^Row 601, line 602: A quoted cell/,
    ],
    [
      'has a quote in a bare cell',
      `${START}a"b,Ann\n`,
      'invalid_csv',
      /^Row 601, line 602: A cell that is not quoted/,
    ],
    ['has a broken header', '"email"x,name\n', 'invalid_csv', /^The header, line 1: /],
    ['is UTF-16 with a mark', bytes(`\uFEFF${START}`, 'utf16le'), 'invalid_csv', /UTF-16/],
    ['is UTF-16 without a mark', bytes(START, 'utf16le'), 'invalid_csv', /UTF-16/],
    [
      'is Latin-1',
      bytes(`${START}a@b.cd,Jos\u00E9\n`, 'latin1'),
      'invalid_csv',
      /^Row 601, .*Byte \d+ .* not UTF-8/,
    ],
    ['has an unknown column', 'email,nmae\na@b.cd,A\n', 'unknown_column', /"nmae" is not a lead field/],
    ['has a column without a name', 'email,\na@b.cd,\n', 'unknown_column', /Column 2 has no name/],
    [
      'has two columns for one field',
      'email,Email\na@b.cd,b@b.cd\n',
      'duplicate_column',
      /also fills "email"/,
    ],
    ['has no identifiers', 'name\nAnn\n', 'identifier_required', /neither an email nor a phone/],
    ['has more columns than anybody', `email${',x'.repeat(2_000)}\n`, 'invalid_csv', /2001 columns/],
    ['has a name without end', `email,${'x'.repeat(300)}\n`, 'unknown_column', /longer than 200/],
    [
      'has a row of nothing but cells',
      `email,name\n${`${','.repeat(MEBIBYTE / 2)}"\n"`.repeat(3)}\n`,
      'invalid_csv',
      /1048576/,
    ],
    [
      'has more than a million rows',
      `email\n${'\n'.repeat(1_000_001)}a@b.cd\n`,
      'invalid_csv',
      /more than 1000000 rows/,
    ],
    [
      'has a row beyond all bounds',
      `email,name\na@b.cd,"${'x'.repeat(2 * MEBIBYTE)}"\n`,
      'invalid_csv',
      /1048576/,
    ],
  ];

  test.for(files)('that %s', async ([, file, code, detail]) => {
    const before = await countLeads();

    const response = await sendFile(client, file);

    expect(response.status).toBe(400);
    const problem = await problemOf(response);
    expect(problem.code).toBe(code);
    expect(problem.detail).toMatch(detail);
    expect(await countLeads()).toBe(before);
  });

  test('with several faults in its header, which are all listed', async () => {
    const response = await sendFile(client, 'Mail,nmae,name,Name\n', {
      mapping: '{"Mail": "mail", "Gone": "name"}',
    });

    const { errors } = await problemOf(response);
    expect(errors).toMatchObject([
      {
        parameter: 'mapping',
        column: 'Gone',
        code: 'invalid_parameter',
      },
      { column: 'Mail', code: 'unknown_column' },
      { column: 'nmae', code: 'unknown_column' },
      { column: 'Name', code: 'duplicate_column' },
    ]);
    expect(errors[1]?.allowed).toContain('email');
  });

  test.for(['text/plain', 'application/json', 'text/csv; charset=iso-8859-1', 'text/csvx'])(
    'that comes as %s',
    async (contentType) => {
      const response = await sendFile(client, START, {}, contentType);

      expect(response.status).toBe(415);
      expect((await problemOf(response)).code).toBe('unsupported_media_type');
    },
  );

  test.for(['[]', 'email', '{"email": 1}', '{', 'null', '5', '"email"'])(
    'whose mapping is %s',
    async (mapping) => {
      const response = await sendFile(client, START, { mapping });

      expect(response.status).toBe(400);
      expect((await problemOf(response)).errors[0]).toMatchObject({ parameter: 'mapping' });
    },
  );

  test('that is larger than 64 MiB, declared or not', { tags: ['full'] }, async () => {
    const row = bytes(`lead@example.com,${'a'.repeat(999)}\n`.repeat(1_000), 'utf8');
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('email,name\n', 'utf8')),
      pull: (controller) => {
        sent += row.length;
        controller.enqueue(row);
        if (sent > 65 * MEBIBYTE) controller.close();
      },
    });
    const headers = { Authorization: client.user.authorization, 'Content-Type': 'text/csv' };

    const streamed = await send(`${client.path}/leads/import`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
    const declared = await send(`${client.path}/leads/import`, {
      method: 'POST',
      headers,
      body: new Uint8Array(65 * MEBIBYTE),
    });

    for (const response of [streamed, declared]) {
      expect(response.status).toBe(413);
      expect(await problemOf(response)).toMatchObject({ code: 'body_too_large', limit: 64 * MEBIBYTE });
    }
  });
});

test('an unknown import and a malformed id answer 404', async () => {
  for (const id of [crypto.randomUUID(), 'latest']) {
    expect((await sendLead(client, 'GET', `/import/${id}`)).status).toBe(404);
  }
});

test('imports need credentials', async () => {
  const response = await send(`${client.path}/leads/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv' },
    body: START,
  });

  expect(response.status).toBe(401);
});

test('hanging uploads of a user do not stop other users’ imports, and the user’s fourth one is refused', async () => {
  const company = await makeCompanyWithUsers();
  const agent: LeadClient = { user: company.agent, path: company.path };
  const release: (() => void)[] = [];
  const hanging = Array.from({ length: 3 }, () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(START.repeat(5)));
        release.push(() => controller.error(new Error('The client is gone.')));
      },
    });
    const headers = { Authorization: agent.user.authorization, 'Content-Type': 'text/csv' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    return send(`${agent.path}/leads/import`, init).catch(() => undefined);
  });

  const refused = await vi.waitFor(async () => {
    const answer = await sendFile(agent, 'email\nfourth@example.com\n');
    expect(answer.status).toBe(429);
    return answer;
  }, 30_000);
  const other = await sendFile({ user: company.colleague, path: company.path }, 'email\nother@example.com\n');

  expect(refused.headers.get('Retry-After')).toBe('30');
  expect((await problemOf(refused)).detail).toBe(
    '3 of your imports are unfinished; wait until one of them has ended.',
  );
  expect(other.status).toBe(200);
  release.forEach((end) => end());
  await Promise.all(hanging);
});
