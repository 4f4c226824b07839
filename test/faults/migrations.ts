/** Databases of every version there was: a Durable Object whose migrations are applied as the test says. */
import { DurableObject } from 'cloudflare:workers';
import { Database } from '../../worker/core/engine/storage/database.ts';
import { migrate } from '../../worker/core/engine/storage/migrate.ts';
import { MIGRATIONS, SCHEMA } from '../../worker/core/engine/storage/migrations.ts';
import type { Step, StepAnswer } from './migration-steps.ts';

interface Env {
  DATABASES: DurableObjectNamespace<VersionedDatabase>;
}

export class VersionedDatabase extends DurableObject<Env> {
  take(step: Step): StepAnswer {
    const database = new Database(this.ctx.storage);
    const known = MIGRATIONS.length;
    const migrations = MIGRATIONS.slice(0, step.upTo).map(({ name, sql }, index) => ({
      name,
      sql: index + 1 === step.edited ? `${sql}\n-- edited` : sql,
    }));
    try {
      migrate(database, migrations, step.atOnce === true ? SCHEMA : undefined);
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
