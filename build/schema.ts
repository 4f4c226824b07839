/** Puts what all migrations make of an empty database into one file, with which the database of a new company is made at once. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const MIGRATIONS = 'worker/core/engine/storage/migrations';
/** A row with a value that is drawn, so that no two databases have the same. */
const DRAWN = /^INSERT INTO (\w+) [^;]*\brandomblob\b[^;]*(?=;)/gm;

/**
 * Writes the statements to `path`.
 * @throws Error when they do not make what the migrations make
 */
export function buildSchema(path: string): void {
  const migrations = readdirSync(MIGRATIONS)
    .toSorted()
    .map((file) => readFileSync(`${MIGRATIONS}/${file}`, 'utf8'))
    .join('\n');
  const drawn = new Map(Array.from(migrations.matchAll(DRAWN), ([sql, table]) => [String(table), sql]));
  const migrated = databaseOf(migrations);
  const schema = schemaOf(migrated, drawn);
  const contents = [migrated, databaseOf(migrations), databaseOf(schema)].map((database) =>
    JSON.stringify(contentOf(database, drawn)),
  );
  if (new Set(contents).size > 1) {
    throw new Error(`What ${path} makes is not what the files of ${MIGRATIONS} make each time.`);
  }
  writeFileSync(path, schema);
}

function databaseOf(sql: string): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(sql);
  return database;
}

/** The statements that make the tables and their rows, and then what is made of rows: indexes and triggers. */
function schemaOf(database: DatabaseSync, drawn: ReadonlyMap<string, string>): string {
  const tables = namesOfTables(
    database,
    "type IN ('table', 'virtual') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
  );
  const made = rowsOf(database, 'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL');
  const isTable = ({ type }: Record<string, string>): boolean => type === 'table';
  return [
    // The tables behind a virtual one come with it.
    ...made.filter((one) => isTable(one) && tables.includes(String(one['name']))).map(({ sql }) => sql),
    ...tables.flatMap((table) => drawn.get(table) ?? insertsInto(database, table)),
    ...made.filter((one) => !isTable(one)).map(({ sql }) => sql),
  ]
    .map((sql) => `${sql};\n`)
    .join('');
}

function insertsInto(database: DatabaseSync, table: string): string[] {
  return literalsOf(database, table).map((values) => `INSERT INTO "${table}" VALUES (${values})`);
}

/** All that is in a database, in the tables of SQLite's own too; of rows that are drawn, how many there are. */
function contentOf(database: DatabaseSync, drawn: ReadonlyMap<string, string>): unknown {
  return [
    rowsOf(database, 'SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name'),
    namesOfTables(database, "name <> 'sqlite_schema'").map((table) => {
      const rows = literalsOf(database, table);
      return [table, drawn.has(table) ? rows.length : rows];
    }),
  ];
}

function namesOfTables(database: DatabaseSync, condition: string): string[] {
  const sql = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND ${condition} ORDER BY name`;
  return rowsOf(database, sql).map(({ name }) => String(name));
}

/** The rows of a table, each as the literals of its values. */
function literalsOf(database: DatabaseSync, table: string): string[] {
  const columns = rowsOf(database, `SELECT name FROM pragma_table_info('${table}')`);
  const values = columns.map(({ name }) => `quote("${name}")`).join(" || ', ' || ");
  return rowsOf(database, `SELECT ${values} AS literals FROM "${table}"`).map(({ literals }) =>
    String(literals),
  );
}

/** The rows of a query whose columns are texts. */
function rowsOf(database: DatabaseSync, sql: string): Record<string, string>[] {
  return database.prepare(sql).all() as Record<string, string>[];
}
