/** The forms of invitations and links in answers. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { ROLE_IDS } from '../../engine/context/actors.ts';
import { MESSAGE_STATUSES } from '../notifications/channels.ts';

const invitationEntries = {
  invitation_id: id,
  email: v.string(),
  name: v.string(),
  role_id: v.picklist(ROLE_IDS),
  group_id: id,
  state: v.picklist(['open', 'accepted', 'withdrawn', 'expired']),
  created_time: time,
  created_by: v.string(),
  expires_time: time,
  /** What became of the mail. */
  mail: v.exactOptional(
    v.strictObject({ status: v.picklist(MESSAGE_STATUSES), last_error: v.exactOptional(v.string()) }),
  ),
  /** The other companies that the link opens. */
  further_companies: v.exactOptional(v.array(v.strictObject({ company_id: id, name: v.string() }))),
  /** The user whom an accepted invitation has become. */
  user_id: v.exactOptional(id),
};

export const companyInvitationAnswer = named('CompanyInvitation', v.strictObject(invitationEntries));
export type CompanyInvitationBody = v.InferOutput<typeof companyInvitationAnswer>;

/** An invitation with its link, and whether mail takes it to the person. */
export const invitationWithLinkAnswer = named(
  'CompanyInvitationWithLink',
  v.strictObject({ ...invitationEntries, link: v.exactOptional(v.string()), is_mailed: v.boolean() }),
);
export type InvitationWithLink = v.InferOutput<typeof invitationWithLinkAnswer>;

/** A link with which a user chooses a new password. */
export const passwordLinkAnswer = named(
  'PasswordLink',
  v.strictObject({ link: v.exactOptional(v.string()), expires_time: time, is_mailed: v.boolean() }),
);
export type PasswordLinkBody = v.InferOutput<typeof passwordLinkAnswer>;
