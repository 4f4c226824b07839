/** The shapes of one person in several companies. */
import { ROLE_IDS } from '../../../worker/core/engine/context/actors.ts';
import {
  arrayOf,
  choice,
  exactly,
  flag,
  id,
  type JsonSchema,
  ref,
  text,
  time,
} from '../../../worker/shared/reference/operation.ts';

const membership = { company_id: id, name: text, role_id: choice(ROLE_IDS), is_suspended: flag };

export const MEMBERSHIP_COMPONENTS: Record<string, JsonSchema> = {
  Membership: exactly(membership),
  OwnMembership: exactly({ ...membership, is_current: flag }),
  Invitation: exactly({ invitation_id: id, ...membership, invited_time: time }),
  Joined: exactly({ joined: arrayOf(ref('Membership')) }),
};
