/** Runs the domain code and SQL on a copy of the database in this process: no HTTP, no runtime, no Durable Object. */
import { DatabaseSync } from 'node:sqlite';
import type { RequestContext, WriteContext } from '../../worker/core/engine/context/request-context.ts';
import { contextOfActor } from '../../worker/core/engine/context/contexts.ts';
import type { CompanyContext, CompanyState } from '../../worker/core/engine/context/company-context.ts';
import { Features } from '../../worker/core/engine/context/feature.ts';
import { FEATURES } from '../../worker/core/features.ts';
import { Memory } from '../../worker/core/engine/context/memory.ts';
import { Database } from '../../worker/core/engine/storage/database.ts';
import { commit } from '../../worker/core/engine/commit/commit.ts';
import { RequestLimits } from '../../worker/core/engine/context/request-limits.ts';
import { storageOf } from './sqlite-storage.ts';
import { RecentEntries } from '../../worker/core/engine/context/recent-entries.ts';
import { findUserByEmail } from '../../worker/core/people/users/users.ts';

/** A company's database in a file, opened as the runtime opens it. */
export interface InProcess {
  company: CompanyContext;
  /** Runs a write as the user, as the product does. */
  write<Result>(change: (context: WriteContext) => Result): Result;
  /** A call of the same user that reads. */
  call(): RequestContext;
  close(): void;
}

export function openInProcess(file: string, companyId: string, email: string): InProcess {
  const sqlite = new DatabaseSync(file);
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const database = new Database(storageOf(sqlite));
  const user = findUserByEmail(database, email);
  if (user === undefined) throw new Error(`The database has no user ${email}.`);
  const company: CompanyContext = {
    companyId,
    database,
    get memory() {
      return memory;
    },
    refusals: new RecentEntries(20),
    exports: new RecentEntries(100),
    runningWrites: new Set(),
    requestLimits: new RequestLimits(undefined),
    exists: () => true,
    wakeBy: () => undefined,
    giveWay: () => Promise.resolve(),
  };
  const memory = new Memory<CompanyState>(company);
  memory.set(Features, new Features(company, FEATURES));
  return {
    company,
    write: (change) => commit(company, contextOfActor(company, { kind: 'user', user }), change),
    call: () => contextOfActor(company, { kind: 'user', user }),
    close: () => sqlite.close(),
  };
}
