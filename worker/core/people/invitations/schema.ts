/** Bodies of requests about invitations and links for a new password. */
import * as v from 'valibot';
import { emailSchema } from '../../../shared/contact/email.ts';
import { nameSchema } from '../../../shared/http/input.ts';
import { ROLE_IDS } from '../../engine/context/actors.ts';

/** The body of `POST .../invitations`. Without a name, the person enters it. */
export const newInvitationSchema = v.strictObject({
  email: emailSchema,
  role_id: v.picklist(ROLE_IDS),
  group_id: v.optional(v.string()),
  name: v.optional(nameSchema),
});
export type NewInvitationInput = v.InferOutput<typeof newInvitationSchema>;
