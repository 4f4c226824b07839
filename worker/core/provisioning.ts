/** How a company comes to be: its tables, its record, its first settings and its first user. */
import type { Account } from '../accounts/account.ts';
import { createCompany, type NewCompany } from './companies.ts';
import type { WriteCall } from './call.ts';
import { callBy } from './calls.ts';
import { commit } from './commit.ts';
import type { CompanyContext } from './core-app.ts';
import { emailKey } from '../email.ts';
import { newUser, saveUser } from './users/users.ts';

/** How it went; results, because errors lose their class on the way over RPC. */
export type Provisioned =
  | { outcome: 'created'; userId?: string }
  | { outcome: 'company_exists' | 'identifier_taken' };

/**
 * Makes a company that does not exist yet. The address of the super admin is claimed first: the one step that can be
 * refused comes before anything is written here, and a claim that is left over after a crash is the company's own.
 * @param platform.migrate creates the tables
 */
export async function provisionCompany(
  context: CompanyContext,
  company: NewCompany,
  platform: { accounts: DurableObjectNamespace<Account>; migrate(): void },
): Promise<Provisioned> {
  const { companyId } = context;
  const { superadmin } = company;
  const account = superadmin && platform.accounts.getByName(emailKey(superadmin.email));
  if (account !== undefined && !(await account.claim(companyId))) return { outcome: 'identifier_taken' };
  if (superadmin?.password !== undefined) await account?.setPassword(companyId, superadmin.password);
  platform.migrate();
  return commit(context, callBy(context, { kind: 'operator' }), (call) => writeCompany(call, company));
}

function writeCompany(call: WriteCall, { name, defaultRegion, superadmin }: NewCompany): Provisioned {
  createCompany(call.database, { companyId: call.companyId, name, defaultRegion, createdTime: call.now });
  call.settings.writeMissing();
  if (superadmin === undefined) return { outcome: 'created' };
  const user = newUser({
    name: superadmin.name,
    email: superadmin.email,
    roleId: 'superadmin',
    groupId: call.settings.groups()[0]?.id ?? '',
  });
  saveUser(call, user);
  return { outcome: 'created', userId: user.userId };
}
