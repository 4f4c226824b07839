/** Bodies that several operations share, or that have their own names. */
import type * as v from 'valibot';
import { leadInputSchema } from '../../worker/core/leads/record/schema.ts';
import { noteSchema } from '../../worker/core/leads/notes/schema.ts';
import { signInBodySchema } from '../../worker/edge/sign-in/schema.ts';
import { dniSettingsSchema } from '../../worker/dni/schema.ts';
import { visitSchema } from '../../worker/edge/lookup/schema.ts';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';

/** The names of these bodies. Any other body is named after its operation. */
export const SHARED_BODIES: ReadonlyMap<v.GenericSchema | JsonSchema, string> = new Map<
  v.GenericSchema | JsonSchema,
  string
>([
  [dniSettingsSchema, 'DniSettingsInput'],
  [leadInputSchema, 'LeadInput'],
  [noteSchema, 'NoteInput'],
  [signInBodySchema, 'SignIn'],
  [visitSchema, 'Visit'],
]);
