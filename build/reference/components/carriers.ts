/** The schema of carriers' webhooks. */
import { type JsonSchema, text } from '../../../worker/shared/reference/operation.ts';

export const CARRIER_COMPONENTS: Record<string, JsonSchema> = {
  CarrierFields: { type: 'object', additionalProperties: text },
};
