/** `/companies/<uuid>/costs`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { refuseFaults } from '../../../shared/http/problems.ts';
import { parseWriteQuery } from '../../../shared/http/query.ts';
import { decodedBody, isEncoded } from '../../../shared/http/content-encoding.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { onceOfStream } from '../../engine/http/idempotency.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import { requireCsv } from '../../leads/csv/imports/csv-reader.ts';
import { currenciesOf } from '../company-rules.ts';
import { readCosts } from './cost-file.ts';
import { takeBackImport } from './cost-imports.ts';
import { listCosts, removeCosts, saveCosts } from './costs.ts';
import { pauseAfter } from './feeds/feeds.ts';
import { knownTo, recordsOf, saveFile } from './file-saving.ts';
import { faultsOfQuestions } from './questions.ts';
import type { CostPage, RemovedCosts, SavedCosts, TakenBackCosts } from './reference.ts';
import { costFileSchema, costListSchema, costRemovalSchema, costsSchema } from './schema.ts';

export const costRoutes = new Hono<CoreApp>();
costRoutes.use(requireRole('superadmin', 'manager', 'viewer'));

/** Costs, latest day first: `{costs, next_cursor?}`. */
costRoutes.get('/', (c) => {
  const query = parse(costListSchema, c.req.query(), 'parameters');
  return c.json<CostPage>(listCosts(c.env.company.database, query));
});

/** Saves costs, each in place of a former one of its day, source and campaign: `{costs}` -> `{saved, changed}`. */
costRoutes.put('/', (c) =>
  write(c, {
    body: costsSchema,
    prepare: () => currenciesOf(c.env.company, c.env),
    change: (context, { costs }, { prepared: currencies }) => ({
      body: saveCosts(context, costs, currencies).body satisfies SavedCosts,
    }),
  }),
);

/** Saves the costs of a CSV file, or with `dry_run` only checks them. */
costRoutes.post('/import', async (c) => {
  const query = parseWriteQuery(c.req.query(), costFileSchema.entries);
  const currencies = await currenciesOf(c.env.company, c.env);
  return onceOfStream(
    c,
    async (request, keep) => {
      requireCsv(request.headers.get('Content-Type'));
      const call = contextOfRequest(c);
      const records = await recordsOf(isEncoded(request.headers) ? decodedBody(request) : request.body);
      const read = readCosts(records, query, knownTo(call, currencies));
      if (!query.dry_run) refuseFaults(faultsOfQuestions(read.questions));
      return commit(c.env.company, call, (context) => {
        const answer = { body: saveFile(context, read, { currencies, isRehearsal: query.dry_run }).file };
        keep(context, answer);
        return answer;
      });
    },
    (answer) => answer,
  );
});

/** Takes an import back; costs that were changed since stay. */
costRoutes.post('/imports/:import/take_back', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => {
      const { body, feedId } = takeBackImport(context, c.req.param('import'));
      if (feedId !== null) pauseAfter(context, feedId);
      return { body: body satisfies TakenBackCosts };
    },
  }),
);

/** Removes costs of days, and of a source and a campaign if they are given: `{from, to, source?, campaign?}`. */
costRoutes.post('/remove', (c) =>
  write(c, {
    room: 'reserve',
    body: costRemovalSchema,
    change: (context, filter) => ({
      body: { removed: removeCosts(context, filter) } satisfies RemovedCosts,
    }),
  }),
);
