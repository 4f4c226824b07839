/** `/companies/<uuid>/costs`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { Problem, refuseFaults } from '../../../shared/http/problems.ts';
import { parseWriteQuery } from '../../../shared/http/query.ts';
import { decodedBody, isEncoded } from '../../../shared/http/content-encoding.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { onceOfStream } from '../../engine/http/idempotency.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import { type CsvRecord, readRecords, requireCsv } from '../../leads/csv/imports/csv-reader.ts';
import { currenciesOf, ownCurrency } from '../company-rules.ts';
import type { CostFile, CostPage, RemovedCosts, SavedCosts, TakenBackCosts } from './reference.ts';
import { readCosts, type ReadCosts } from './cost-file.ts';
import { keepImport, takeBackImport } from './cost-imports.ts';
import { listCosts, newSources, removeCosts, saveCosts } from './costs.ts';
import { faultsOfQuestions } from './questions.ts';
import { isHeader } from './sheets/columns.ts';
import { costFileSchema, costListSchema, costRemovalSchema, costsSchema } from './schema.ts';

/** Largest file, in bytes: some hundred bytes for each of 5,000 rows. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

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
      body: savedBody(saveCosts(context, costs, currencies)) satisfies SavedCosts,
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
      const read = readCosts(await recordsOf(request), query, {
        unit: ownCurrency(currencies)?.unit ?? 'USD',
        units: new Set(currencies.map(({ unit }) => unit)),
        newSources: (sources) => newSources(call, sources),
      });
      if (!query.dry_run) refuseFaults(faultsOfQuestions(read.questions));
      return commit(c.env.company, call, (context) => {
        // The costs of a dry run are saved and rolled back, so that it has the faults and figures of the import.
        const saved = query.dry_run
          ? rehearsed(context, () => saveCosts(context, read.costs, currencies))
          : saveCosts(context, read.costs, currencies);
        const importId = query.dry_run ? null : keepImport(context, saved.changes);
        const answer = { body: { ...fileAnswer(read, savedBody(saved)), import_id: importId } };
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
    change: (context) => ({
      body: takeBackImport(context, c.req.param('import')) satisfies TakenBackCosts,
    }),
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

async function recordsOf(request: Pick<Request, 'headers' | 'body'>): Promise<CsvRecord[]> {
  const body = isEncoded(request.headers) ? decodedBody(request) : request.body;
  const records: CsvRecord[] = [];
  let length = 0;
  const pieces = readRecords(body ?? new ReadableStream({ start: (it) => it.close() }), { isHeader });
  for await (const piece of pieces) {
    length += piece.reduce(
      (sum, { cells }) => sum + cells.reduce((all, cell) => all + cell.length + 1, 0),
      0,
    );
    if (length > MAX_FILE_BYTES)
      throw new Problem('body_too_large', `The file is larger than ${MAX_FILE_BYTES} bytes.`);
    records.push(...piece);
  }
  return records;
}

/** Makes a change and takes it back. @returns its result */
function rehearsed<Result>(context: WriteContext, change: () => Result): Result {
  const undo = new Error('The rehearsal is over.');
  let result: { value: Result } | undefined;
  try {
    context.attempt(() => {
      result = { value: change() };
      throw undo;
    });
  } catch (error) {
    if (error !== undo || result === undefined) throw error;
  }
  if (result === undefined) throw undo;
  return result.value;
}

function savedBody({ saved, changed }: SavedCosts): SavedCosts {
  return { saved, changed };
}

function fileAnswer(
  { costs, ignored, totalRows, titleRows, questions, preview }: ReadCosts,
  saved: SavedCosts,
): Omit<CostFile, 'import_id'> {
  const days = costs.map(({ day }) => day).toSorted();
  return {
    rows: costs.length,
    ...saved,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    ignored_columns: ignored,
    total_rows: totalRows,
    title_rows: titleRows,
    questions,
    preview,
  };
}
