/** The companies of which the user is a super admin. */
import type { OwnMembershipBody } from '../../../../worker/core/people/memberships/reference.ts';
import { useResource } from '../../../api/resource.ts';

/** Returns them by name; undefined until they are read. */
export function useOwnedCompanies(): readonly OwnMembershipBody[] | undefined {
  const { data } = useResource<OwnMembershipBody[]>('/me/companies');
  return data
    ?.filter(({ role_id: role, is_suspended: isSuspended }) => role === 'superadmin' && !isSuspended)
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
