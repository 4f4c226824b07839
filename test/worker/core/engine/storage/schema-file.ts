/** Writes the schema that the migrations of a company's database lead to, as one file of SQL. */
import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const HEAD = `-- The schema after all migrations, with which a new company starts. It is generated: \`npm run test:one -- migrate -u\` writes
-- it again after a new migration.`;

/** A value that differs from company to company, and the expression for it. */
const NEW_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const NEW_ID_SQL = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;
const NOW = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const NOW_SQL = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

interface SchemaRow {
  type: 'table' | 'index' | 'trigger' | 'view';
  name: string;
  sql: string;
}

/** Returns the SQL that makes an empty database one to which every migration was applied. */
export function schemaFile(): string {
  const database = new DatabaseSync(':memory:');
  for (const file of globSync('worker/core/engine/storage/migrations/*.sql').toSorted()) {
    database.exec(readFileSync(file, 'utf8'));
  }
  const rows = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid`,
    )
    .all() as unknown as SchemaRow[];
  const virtual = rows.filter(({ sql }) => sql.startsWith('CREATE VIRTUAL')).map(({ name }) => name);
  // A virtual table makes its own tables, whose names are in quotes.
  const own = rows.filter(({ sql }) => !sql.startsWith(`CREATE TABLE '`));
  const tables = own.filter(({ type }) => type === 'table');
  const parts = [
    ...tables.map(({ sql }) => sql),
    ...tables.filter(({ name }) => !virtual.includes(name)).flatMap(({ name }) => insertsOf(database, name)),
    ...own.filter(({ type }) => type !== 'table').map(({ sql }) => sql),
  ];
  return `${HEAD}\n\n${parts.map((sql) => `${sql};`).join('\n\n')}\n`;
}

/** Returns the statements that write the rows of a table. */
function insertsOf(database: DatabaseSync, table: string): string[] {
  return database
    .prepare(`SELECT * FROM "${table}"`)
    .all()
    .map((row) => {
      const values = Object.values(row).map(written);
      return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
    });
}

function written(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string')
    throw new Error('A migration writes a value that is neither a text nor a number.');
  if (NEW_ID.test(value)) return NEW_ID_SQL;
  return NOW.test(value) ? NOW_SQL : `'${value.replaceAll("'", "''")}'`;
}
