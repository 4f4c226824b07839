/** The named schemas of the reference, as clients call them. */
import { COMPANY_COMPONENTS } from './components/company.ts';
import { LEAD_COMPONENTS } from './components/leads.ts';
import { NUMBER_COMPONENTS } from './components/numbers.ts';
import { CARRIER_COMPONENTS } from './components/carriers.ts';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';

/** All named schemas, by their names in `components.schemas`. */
export const COMPONENTS: Record<string, JsonSchema> = {
  ...NUMBER_COMPONENTS,
  ...LEAD_COMPONENTS,
  ...CARRIER_COMPONENTS,
  ...COMPANY_COMPONENTS,
};
