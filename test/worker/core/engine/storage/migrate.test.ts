import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHarness, type TestHarness, unstable_readConfig as readConfig } from 'wrangler';
import type { Step, StepAnswer } from '../../../../faults/migration-steps.ts';

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

test('one at a time leads to the same schema as all at once', async () => {
  for (let version = 1; version <= newest; version += 1) {
    const { error } = await take('step-by-step', { upTo: version });
    expect(error).toBeUndefined();
  }

  const stepped = await take('step-by-step', { upTo: newest, query: SCHEMA });
  const atOnce = await take('at-once', { upTo: newest, query: SCHEMA });

  expect(newest).toBeGreaterThan(2);
  expect(stepped.rows).toEqual(atOnce.rows);
});

/** All that is in a database, the tables of the platform and the ids that are drawn for each apart. */
async function contentOf(database: string, atOnce: boolean): Promise<unknown> {
  const ask = async (query: string): Promise<StepAnswer['rows']> => {
    const { error, rows } = await take(database, { upTo: newest, atOnce, query });
    expect(error).toBeUndefined();
    return rows;
  };
  const tables = await ask(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name IN (SELECT name FROM (${SCHEMA}))
      AND name NOT LIKE '!_%' ESCAPE '!' ORDER BY name`,
  );
  const columns: Record<string, string> = {
    migrations: 'number, name, checksum',
    smart_views: 'name, version, document',
  };
  const contents = [];
  for (const name of tables.map((table) => table['name'] as string)) {
    contents.push([name, await ask(`SELECT ${columns[name] ?? '*'} FROM "${name}"`)]);
  }
  return [await ask(SCHEMA), contents];
}

test('a new database, which is made at once, is what the migrations make of an empty one', async () => {
  const content = await contentOf('made', true);

  expect(JSON.stringify(content)).toContain('All leads');
  expect(content).toEqual(await contentOf('migrated', false));
});

test('the id of what every company starts with is another in each', async () => {
  const query = 'SELECT smart_view_id FROM smart_views';
  const [one, other] = await Promise.all(
    ['one', 'other'].map((name) => take(name, { upTo: newest, atOnce: true, query })),
  );

  expect(one?.rows).toEqual([
    { smart_view_id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) },
  ]);
  expect(one?.rows).not.toEqual(other?.rows);
});

test('a database of every earlier version opens with its data', async () => {
  for (let version = 1; version < newest; version += 1) {
    const name = `version-${version}`;
    const run = `INSERT INTO company (company_id, name, default_region, created_time) VALUES ('${name}', 'Old', 'US', 1)`;
    await take(name, { upTo: version, run });

    const opened = await take(name, { upTo: newest, query: 'SELECT company_id, name FROM company' });

    expect(opened).toEqual({ rows: [{ company_id: name, name: 'Old' }], known: newest });
  }
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

  expect((await take('edited', { upTo: newest, edited: 1 })).error).toMatch(/was changed after/);
});

test('a database that is newer than the product is refused', async () => {
  await take('newer', { upTo: newest });

  expect((await take('newer', { upTo: newest - 1 })).error).toMatch(/The database is at migration/);
});
