/** Making companies. */
import type { Company } from '../core/company.ts';
import type { NewCompany } from '../core/companies.ts';
import { Problem } from '../problems.ts';
import type { NewCompanyInput } from './schema.ts';

/**
 * Makes a company under the given id or a new one.
 * @throws Problem 409 `company_exists` or `identifier_taken`; nothing is changed then
 */
export async function makeCompany(
  companies: DurableObjectNamespace<Company>,
  input: NewCompanyInput,
): Promise<{ company_id: string; user_id?: string }> {
  const companyId = input.company_id ?? crypto.randomUUID();
  const provisioned = await companies.getByName(companyId).create(toNewCompany(input));
  if (provisioned.outcome === 'created') {
    const { userId } = provisioned;
    return { company_id: companyId, ...(userId === undefined ? {} : { user_id: userId }) };
  }
  if (provisioned.outcome === 'company_exists') {
    throw new Problem('company_exists', 'A company with this id exists already.', {
      members: { company_id: companyId },
    });
  }
  throw new Problem('identifier_taken', 'The address of the super admin is in use in another company.');
}

function toNewCompany({ name, default_region: defaultRegion, superadmin }: NewCompanyInput): NewCompany {
  if (superadmin === undefined) return { name, defaultRegion };
  const { password, ...person } = superadmin;
  return {
    name,
    defaultRegion,
    superadmin: { ...person, ...(password === undefined ? {} : { password }) },
  };
}
