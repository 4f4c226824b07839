/** Answers about one person in several companies. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { ROLE_IDS } from '../../engine/context/actors.ts';

const membershipEntries = {
  company_id: id,
  name: v.string(),
  role_id: v.picklist(ROLE_IDS),
  is_suspended: v.boolean(),
};

const membershipAnswer = named('Membership', v.strictObject(membershipEntries));
export type MembershipBody = v.InferOutput<typeof membershipAnswer>;

export const ownMembershipAnswer = named(
  'OwnMembership',
  v.strictObject({ ...membershipEntries, is_current: v.boolean() }),
);
export type OwnMembershipBody = v.InferOutput<typeof ownMembershipAnswer>;

export const invitationAnswer = named(
  'Invitation',
  v.strictObject({ invitation_id: id, ...membershipEntries, invited_time: time }),
);
export type InvitationBody = v.InferOutput<typeof invitationAnswer>;

/** The companies whose logins were merged with the caller's. */
export const joinedAnswer = named('Joined', v.strictObject({ joined: v.array(membershipAnswer) }));
export type Joined = v.InferOutput<typeof joinedAnswer>;
