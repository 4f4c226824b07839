import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHarness, type TestHarness, unstable_readConfig as readConfig } from 'wrangler';
import type { Step, StepAnswer } from '../../../../faults/migration-steps.ts';
import { schemaFile } from './schema-file.ts';

const SCHEMA =
  "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name";

let server: TestHarness;
let origin: string;
let newest: number;

beforeAll(async () => {
  const product = readConfig({ config: 'wrangler.toml' });
  server = createTestHarness({
    workers: [
      {
        config: {
          name: 'migrations',
          main: 'test/faults/migrations.ts',
          compatibility_date: product.compatibility_date ?? '',
          compatibility_flags: product.compatibility_flags,
          durable_objects: { bindings: [{ name: 'DATABASES', class_name: 'VersionedDatabase' }] },
          migrations: [{ tag: 'v1', new_sqlite_classes: ['VersionedDatabase'] }],
          rules: [{ type: 'Text', globs: ['**/*.sql'], fallthrough: true }],
        },
      },
    ],
  });
  ({ origin } = (await server.listen()).url);
  newest = (await take('any', { upTo: 0 })).known;
});

afterAll(() => server.close());

async function take(database: string, step: Step): Promise<StepAnswer> {
  const response = await fetch(`${origin}/${database}`, { method: 'POST', body: JSON.stringify(step) });
  return (await response.json()) as StepAnswer;
}

test('the snapshot is the schema after all migrations', async () => {
  await expect(schemaFile()).toMatchFileSnapshot(resolve('worker/core/engine/storage/schema.sql'));
});

test('one at a time leads to the same schema, rows and journal as the snapshot', async () => {
  for (let version = 1; version <= newest; version += 1) {
    const { error } = await take('step-by-step', { upTo: version, isStepped: true });
    expect(error).toBeUndefined();
  }
  const compare = async (query: string): Promise<StepAnswer['rows']> => {
    const stepped = await take('step-by-step', { upTo: newest, query });
    const together = await take('together', { upTo: newest, query });

    expect(together.error).toBeUndefined();
    expect(together.rows).toEqual(stepped.rows);
    return stepped.rows;
  };
  expect(newest).toBeGreaterThan(2);
  const schema = await compare(SCHEMA);
  const tables = schema.flatMap(({ type, name, sql }) =>
    type === 'table' && typeof name === 'string' && sql !== null ? [name] : [],
  );
  expect(tables.length).toBeGreaterThan(50);
  const counts = tables.map((name) => `SELECT '${name}' AS name, count(*) AS rows FROM "${name}"`);
  for (const count of counts) await compare(count);
  await compare('SELECT number, name, checksum FROM migrations ORDER BY number');
  await compare('SELECT * FROM call_settings');
  await compare('SELECT * FROM number_limits');
});

test('a new database has the view of all leads, under an id of its own', async () => {
  const query = 'SELECT smart_view_id, name, document FROM smart_views';
  const [one, other] = await Promise.all(['one', 'other'].map((name) => take(name, { upTo: newest, query })));

  expect(one?.rows).toEqual([
    {
      smart_view_id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      name: 'All leads',
      document: '{"filters":{},"sort":{}}',
    },
  ]);
  expect(one?.rows).not.toEqual(other?.rows);
});

test('a database of every earlier version opens with its data, which the later migrations see', async () => {
  for (let version = 1; version < newest; version += 1) {
    const name = `version-${version}`;
    const run = `INSERT INTO company (company_id, name, default_region, created_time) VALUES ('${name}', 'Old', 'US', 1)`;
    await take(name, { upTo: version, run });

    const opened = await take(name, { upTo: newest, query: 'SELECT company_id, name FROM company' });

    expect(opened).toEqual({ rows: [{ company_id: name, name: 'Old' }], known: newest });
  }

  const carried = await take('version-1', { upTo: newest, query: 'SELECT nickname FROM nicknames' });
  expect(carried.rows).toEqual([{ nickname: 'Old!' }]);
});

test('users and what refers to them outlive the new check of their roles', async () => {
  const user = (id: string): string =>
    `INSERT INTO users (user_id, email, email_key, name, role_id, group_id, created_time) VALUES ('${id}', '${id}@Acme.test', '${id}@acme.test', '${id}', 'agent', 'g', 1);`;
  const token = `INSERT INTO tokens (token_hash, user_id, created_time, expires_time) VALUES ('hash', 'al', 1, 2);`;
  const before = await take('roles', { upTo: 1, run: `${user('al')} ${user('cora')} ${token}` });

  const users = await take('roles', { upTo: newest, query: 'SELECT user_id, email, role_id FROM users' });
  const tokens = await take('roles', { upTo: newest, query: 'SELECT user_id FROM tokens' });
  const viewer = await take('roles', {
    upTo: newest,
    run: `UPDATE users SET role_id = 'viewer' WHERE user_id = 'al'`,
  });
  const orphan = await take('roles', {
    upTo: newest,
    run: token.replace("'hash', 'al'", "'other', 'nobody'"),
  });

  expect(before.error).toBeUndefined();
  expect(users.rows).toEqual([
    { user_id: 'al', email: 'al@Acme.test', role_id: 'agent' },
    { user_id: 'cora', email: 'cora@Acme.test', role_id: 'agent' },
  ]);
  expect(tokens.rows).toEqual([{ user_id: 'al' }]);
  expect(viewer.error).toBeUndefined();
  expect(orphan.error).toMatch(/FOREIGN KEY/);
});

test('a table that is made again keeps the indexes and triggers that earlier migrations gave it', () => {
  const database = new DatabaseSync(':memory:');
  const folder = 'worker/core/engine/storage/migrations';
  const lost: string[] = [];
  let before = new Set<unknown>();
  for (const file of readdirSync(folder).toSorted()) {
    const sql = readFileSync(join(folder, file), 'utf8');
    database.exec(sql);
    const named = database.prepare(`SELECT name FROM sqlite_schema WHERE type IN ('index', 'trigger')`).all();
    const now = new Set<unknown>(named.map(({ name }) => name));
    const gone = [...before].filter((name) => !now.has(name) && !sql.includes(`DROP INDEX ${String(name)};`));
    lost.push(...gone.map((name) => `${file} ${String(name)}`));
    before = now;
  }

  expect(before.size).toBeGreaterThan(40);
  expect(lost).toEqual([]);
});

test('a migration that fails leaves nothing behind, and is applied when it works', async () => {
  const run = `INSERT INTO company (company_id, name, default_region, created_time) VALUES ('one', 'Old', 'US', 1)`;
  await take('fails', { upTo: 1, run });
  const changed = { number: 2, append: 'INSERT INTO no_such_table VALUES (1);' };

  expect((await take('fails', { upTo: newest, changed })).error).toMatch(/no_such_table/);

  const before = await take('fails', { upTo: 1, query: 'SELECT number FROM migrations' });
  expect(before).toEqual({ rows: [{ number: 1 }], known: newest });
  const columns = await take('fails', { upTo: 1, query: "SELECT name FROM pragma_table_info('company')" });
  expect(columns.rows).not.toContainEqual({ name: 'nickname' });
  const after = await take('fails', { upTo: newest, query: 'SELECT nickname FROM company' });
  expect(after).toEqual({ rows: [{ nickname: 'Old!' }], known: newest });
});

test('migrations that were applied are not applied again', async () => {
  await take('again', { upTo: newest });
  const query = 'SELECT number, name, applied_time FROM migrations ORDER BY number';
  const before = await take('again', { upTo: newest, query });

  expect(await take('again', { upTo: newest, query })).toEqual(before);
  expect(before.rows.map(({ number }) => number)).toEqual(
    Array.from({ length: newest }, (_, index) => index + 1),
  );
});

test('a migration whose file was changed afterwards is refused', async () => {
  await take('edited', { upTo: newest });

  expect((await take('edited', { upTo: newest, changed: { number: 1, append: '-- edited' } })).error).toMatch(
    /was changed after/,
  );
});

test('a database that is newer than the product is refused', async () => {
  await take('newer', { upTo: newest });

  expect((await take('newer', { upTo: newest - 1 })).error).toMatch(/The database is at migration/);
});
