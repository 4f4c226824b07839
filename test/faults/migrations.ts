/** Provides databases of several versions: a Durable Object that applies migrations at the request of the test. */
import { DurableObject } from 'cloudflare:workers';
import { Database } from '../../worker/core/engine/storage/database.ts';
import { migrate } from '../../worker/core/engine/storage/migrate.ts';
import { MIGRATIONS, SNAPSHOT } from '../../worker/core/engine/storage/migrations.ts';
import type { Step, StepAnswer } from './migration-steps.ts';

/** The product's migrations, and those of two later versions, so that there is always an older version. */
const STEPS = [
  ...MIGRATIONS,
  {
    name: 'later-nickname',
    sql: "ALTER TABLE company ADD COLUMN nickname TEXT; UPDATE company SET nickname = name || '!';",
  },
  {
    name: 'later-nicknames',
    sql: 'CREATE TABLE nicknames (nickname TEXT PRIMARY KEY) STRICT; INSERT INTO nicknames SELECT nickname FROM company WHERE nickname IS NOT NULL;',
  },
];

interface Env {
  DATABASES: DurableObjectNamespace<VersionedDatabase>;
}

export class VersionedDatabase extends DurableObject<Env> {
  take(step: Step): StepAnswer {
    const database = new Database(this.ctx.storage);
    const known = STEPS.length;
    const migrations = STEPS.slice(0, step.upTo).map(({ name, sql }, index) => ({
      name,
      sql: index + 1 === step.changed?.number ? `${sql}\n${step.changed.append}` : sql,
    }));
    try {
      migrate(database, migrations, step.isStepped ? undefined : SNAPSHOT);
      if (step.run !== undefined) database.run(step.run);
      return { rows: step.query === undefined ? [] : database.all(step.query), known };
    } catch (error) {
      return { error: String(error), rows: [], known };
    }
  }
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const name = new URL(request.url).pathname;
    return Response.json(await env.DATABASES.getByName(name).take(await request.json()));
  },
};
