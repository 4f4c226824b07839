/** Leads as CSV, in. */
import { agingRows } from '../../../engine/context/aged-rows.ts';
import type { Feature } from '../../../engine/context/feature.ts';
import { continueImport } from './batches.ts';
import {
  ERASED_IDENTIFIERS,
  ERASED_IDENTIFIERS_KEPT_MS,
  IdentifierHashes,
  storeErasedIdentifiers,
} from './erased-identifiers.ts';
import { eraseImportedRows } from './erasing.ts';
import { nextImportTime } from './imports.ts';
import { importRoutes } from './routes.ts';

export const importsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads/import', routes: importRoutes }],
  start: (company) =>
    company.memory.set(IdentifierHashes, new IdentifierHashes(company, company.bindings.OPERATOR_TOKEN)),
  background: [
    { kind: 'imports', nextTime: ({ database }) => nextImportTime(database), run: continueImport },
  ],
  retention: [{ keptMs: () => ERASED_IDENTIFIERS_KEPT_MS, ...agingRows(ERASED_IDENTIFIERS) }],
  personalData: {
    ofLeads: [
      {
        columns: {
          import_batches: ['results'],
          import_rehearsals: ['record'],
          import_rehearsal_keys: ['match_key'],
        },
        erase: ({ database }, lead) => ({ import_rows: eraseImportedRows(database, lead) }),
      },
      {
        // Rows that wait are skipped when their turn comes, which empties the column.
        columns: { import_batches: ['cells'] },
        erase: (context, { keys }) => storeErasedIdentifiers(context, keys),
      },
    ],
  },
};
