/** Leads as CSV, in. */
import type { Feature } from '../feature.ts';
import { continueImport } from './batches.ts';
import { nextImportTime } from './imports.ts';
import { importRoutes } from './routes.ts';

export const importsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads/import', routes: importRoutes }],
  background: [
    { kind: 'imports', nextTime: ({ database }) => nextImportTime(database), run: continueImport },
  ],
};
