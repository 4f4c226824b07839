/** The shapes of the answers, each under the name that clients know it by. */
import { CHANGE_COMPONENTS } from './components/changes.ts';
import { COMPANY_COMPONENTS } from './components/company.ts';
import { LEAD_COMPONENTS } from './components/leads.ts';
import { NUMBER_COMPONENTS } from './components/numbers.ts';
import { BULK_COMPONENTS } from './components/bulk.ts';
import { CALL_COMPONENTS } from './components/calls.ts';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';

/** Every named shape, by its name in `components.schemas`. */
export const COMPONENTS: Record<string, JsonSchema> = {
  ...NUMBER_COMPONENTS,
  ...LEAD_COMPONENTS,
  ...BULK_COMPONENTS,
  ...CALL_COMPONENTS,
  ...CHANGE_COMPONENTS,
  ...COMPANY_COMPONENTS,
};
