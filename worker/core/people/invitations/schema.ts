/** Bodies of requests about invitations and links for a new password. */
import * as v from 'valibot';
import { emailSchema } from '../../../shared/contact/email.ts';
import { companyIdSchema, nameSchema } from '../../../shared/http/input.ts';
import { ROLE_IDS } from '../../engine/context/actors.ts';

/** Most further companies of an invitation: whoever accepts waits for all of them. */
const MAX_FURTHER = 20;

/** The body of `POST .../invitations`. Without a name, the person enters it. */
export const newInvitationSchema = v.strictObject({
  email: emailSchema,
  role_id: v.picklist(ROLE_IDS),
  group_id: v.optional(v.string()),
  name: v.optional(nameSchema),
  company_ids: v.optional(v.pipe(v.array(companyIdSchema), v.maxLength(MAX_FURTHER)), []),
  by_mail: v.optional(v.boolean(), true),
});
export type NewInvitationInput = v.InferOutput<typeof newInvitationSchema>;
