/** The choice of further companies of which somebody is to be a user, for super admins of several. */
import type { VNode } from 'preact';
import type { OwnMembershipBody } from '../../../../worker/core/people/memberships/reference.ts';
import { useResource } from '../../../api/resource.ts';
import { CheckField, FieldGroup } from '../../../forms/fields.tsx';

/** The names of the boxes begin so. */
const BOX = '/company_ids/';

type Values = Readonly<Record<string, string | boolean>>;

export function FurtherCompanies(): VNode | null {
  const { data: companies = [] } = useResource<OwnMembershipBody[]>('/me/companies');
  const others = companies.filter(
    ({ is_current: isCurrent, is_suspended: isSuspended, role_id: role }) =>
      !isCurrent && !isSuspended && role === 'superadmin',
  );
  if (others.length === 0) return null;
  return (
    <FieldGroup label="Also for" name="/company_ids" class="checks">
      {others.map(({ company_id: id, name }) => (
        <CheckField key={id} label={name} name={BOX + id} />
      ))}
    </FieldGroup>
  );
}

/** Takes the boxes out of the values of a form. */
export function withFurther(all: Values): { values: Values; companyIds: string[] } {
  const boxes = Object.keys(all).filter((name) => name.startsWith(BOX));
  return {
    values: Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith(BOX))),
    companyIds: boxes.filter((name) => all[name] === true).map((name) => name.slice(BOX.length)),
  };
}
