/**
 * Plain SQL for the same answers, in this process on a copy of the database: a flat table with a trigram index over name, e-mail
 * and phone, and a covering index for every facet. This is what the product would do without columns in memory.
 */
import { DatabaseSync } from 'node:sqlite';

const FACETS = ['assignee', 'state', 'lead_group', 'city', 'channel', 'plan', 'rooms', 'visit', 'source'];
const PAGE = 50;

export interface PlainSql {
  search(text: string): number;
  /** @param condition SQL over the flat table */
  view(condition: string, order: string): number;
  aggregation(text: string): number;
  close(): void;
}

export function openPlainSql(file: string): PlainSql {
  const sqlite = new DatabaseSync(file);
  sqlite.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;
    CREATE TABLE flat AS SELECT lead_number, lead_id, modification_time AS modified, coalesce(assignee_id, '') AS assignee,
      state, lead_group, document ->> '$.name' AS name, document ->> '$.emails[0].email' AS email,
      document ->> '$.phones[0].phone' AS phone, document ->> '$.fields.city[0]' AS city,
      document ->> '$.fields.channel[0]' AS channel, document ->> '$.fields.plan[0]' AS plan,
      document ->> '$.fields.rooms[0]' AS rooms, document ->> '$.fields.visit[0]' AS visit,
      document ->> '$.fields.source[0]' AS source, CAST(document ->> '$.fields.score[0]' AS REAL) AS score FROM leads;
    CREATE UNIQUE INDEX flat_number ON flat (lead_number);
    CREATE INDEX flat_modified ON flat (modified DESC);
    CREATE INDEX flat_score ON flat (score);
    CREATE TABLE flat_needs AS SELECT lead_number, value AS need FROM leads, json_each(document, '$.fields.needs[0]');
    CREATE INDEX flat_needs_need ON flat_needs (need, lead_number);
    CREATE VIRTUAL TABLE flat_texts USING fts5 (name, email, phone, content = 'flat', content_rowid = 'lead_number',
      tokenize = 'trigram');
    INSERT INTO flat_texts (flat_texts) VALUES ('rebuild');`);
  for (const facet of FACETS) sqlite.exec(`CREATE INDEX flat_${facet} ON flat (${facet})`);
  sqlite.exec('ANALYZE');
  return {
    search: (text) => {
      const pattern = `"${text.replaceAll('"', '""')}"`;
      const { count } =
        sqlite.prepare('SELECT count(*) AS count FROM flat_texts WHERE flat_texts MATCH ?').get(pattern) ??
        {};
      const rows = sqlite
        .prepare(
          `SELECT leads.* FROM flat_texts JOIN flat ON flat.lead_number = flat_texts.rowid JOIN leads USING (lead_number)
           WHERE flat_texts MATCH ? ORDER BY flat.name NOT LIKE ?, modified DESC LIMIT ${PAGE}`,
        )
        .all(pattern, `%${text}%`);
      return Number(count) + rows.length;
    },
    view: (condition, order) => {
      const where = condition === '' ? '' : `WHERE ${condition}`;
      const groups = FACETS.map(
        (facet) =>
          sqlite.prepare(`SELECT ${facet}, count(*) FROM flat ${where} GROUP BY ${facet}`).all().length,
      );
      const needs = sqlite
        .prepare(
          condition === ''
            ? 'SELECT need, count(*) FROM flat_needs GROUP BY need'
            : `SELECT need, count(*) FROM flat_needs JOIN flat USING (lead_number) ${where} GROUP BY need`,
        )
        .all().length;
      const { count } = sqlite.prepare(`SELECT count(*) AS count FROM flat ${where}`).get() ?? {};
      const rows = sqlite
        .prepare(
          `SELECT (SELECT document FROM leads WHERE leads.lead_number = flat.lead_number) FROM flat ${where}
           ORDER BY ${order} LIMIT ${PAGE}`,
        )
        .all();
      return groups.length + needs + Number(count) + rows.length;
    },
    aggregation: (text) =>
      sqlite
        .prepare('SELECT city, count(*) FROM flat WHERE city LIKE ? GROUP BY city ORDER BY 2 DESC LIMIT 10')
        .all(`%${text}%`).length,
    close: () => sqlite.close(),
  };
}
