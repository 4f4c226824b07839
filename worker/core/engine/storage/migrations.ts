/** Lists the migrations of a company's database, in order. A released file is not edited: `migrate` compares its checksum. */
import baseline from './migrations/001-baseline.sql';
import pools from './migrations/002-pools.sql';
import attributions from './migrations/003-attributions.sql';
import reminders from './migrations/004-reminders.sql';
import conversions from './migrations/005-conversions.sql';
import leadVisits from './migrations/006-lead-visits.sql';
import reports from './migrations/007-reports.sql';
import costs from './migrations/008-costs.sql';
import visitIds from './migrations/009-visit-ids.sql';
import printedNumbers from './migrations/010-printed-numbers.sql';
import type { Migration } from './migrate.ts';

export const MIGRATIONS: readonly Migration[] = [
  { name: '001-baseline', sql: baseline },
  { name: '002-pools', sql: pools },
  { name: '003-attributions', sql: attributions },
  { name: '004-reminders', sql: reminders },
  { name: '005-conversions', sql: conversions },
  { name: '006-lead-visits', sql: leadVisits },
  { name: '007-reports', sql: reports },
  { name: '008-costs', sql: costs },
  { name: '009-visit-ids', sql: visitIds },
  { name: '010-printed-numbers', sql: printedNumbers },
];
