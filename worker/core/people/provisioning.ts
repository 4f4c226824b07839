/** Creates a company: its tables, its record, its first settings and its first user. */
import { createCompany, type NewCompany, readCompany } from '../company/companies.ts';
import type { WriteContext } from '../engine/context/request-context.ts';
import { callBy } from '../engine/context/contexts.ts';
import { commit } from '../engine/commit/commit.ts';
import type { CompanyContext, CompanyState } from '../engine/context/company-context.ts';
import { Problem, type Refusal } from '../../shared/http/problems.ts';
import {
  type Accounts,
  type AddressSteps,
  claimAddress,
  finishSteps,
  cancelSteps,
} from './administration/accounts.ts';
import { findUserByEmail, newUser, saveUser } from './users/users.ts';
import { settingsOf } from '../company/settings/settings.ts';

/** The result of provisioning; not an error, because errors lose their class over RPC. */
export type Provisioned =
  | { outcome: 'created'; userId?: string }
  /** The company exists as this request makes it. */
  | { outcome: 'created_before'; userId?: string }
  | { outcome: 'company_exists' }
  /** The account of the super admin's address has too many companies or cannot be reached. */
  | { outcome: 'refused'; refusal: Refusal };

/**
 * Creates a company that does not exist yet. Claims the super admin's address first: the only step that can be refused comes
 * before anything is written here.
 * @param platform.migrate creates the tables
 */
export async function provisionCompany(
  context: CompanyContext,
  company: NewCompany,
  platform: { accounts: Accounts; migrate(): void },
): Promise<Provisioned> {
  const { companyId } = context;
  const { accounts } = platform;
  const steps = await claimSuperAdmin(accounts, companyId, company).catch(asRefusal);
  if ('code' in steps) return { outcome: 'refused', refusal: steps };
  let made: Provisioned;
  try {
    // No await in between, so that both are stored or neither is.
    platform.migrate();
    made = commit(context, callBy(context, { kind: 'operator' }), (context) =>
      writeCompany(context, company),
    );
  } catch (error) {
    await cancelSteps(accounts, companyId, steps).catch(asRefusal);
    throw error;
  }
  // If this call fails, the account asks the company by itself.
  await finishSteps(accounts, companyId, steps).catch(asRefusal);
  return made;
}

/** Tells whether a company that exists is the one that a request makes: by name, region and super admin. */
export function provisionedBefore(
  { database }: CompanyState,
  { name, defaultRegion, superadmin }: NewCompany,
): Provisioned {
  const present = readCompany(database);
  if (present?.name !== name || present.defaultRegion !== defaultRegion) return { outcome: 'company_exists' };
  if (superadmin === undefined) return { outcome: 'created_before' };
  const user = findUserByEmail(database, superadmin.email);
  const isSame = user?.name === superadmin.name && user.roleId === 'superadmin' && !user.isSuspended;
  return isSame ? { outcome: 'created_before', userId: user.userId } : { outcome: 'company_exists' };
}

async function claimSuperAdmin(
  accounts: Accounts,
  companyId: string,
  { superadmin }: NewCompany,
): Promise<AddressSteps> {
  if (superadmin === undefined) return {};
  const { email, password } = superadmin;
  return claimAddress(accounts, { companyId, email }, password === undefined ? {} : { password });
}

function asRefusal(error: unknown): Refusal {
  if (!(error instanceof Problem)) throw error;
  return { code: error.code, message: error.message, headers: error.headers };
}

function writeCompany(context: WriteContext, { name, defaultRegion, superadmin }: NewCompany): Provisioned {
  createCompany(context.database, {
    companyId: context.companyId,
    name,
    defaultRegion,
    createdTime: context.now,
  });
  settingsOf(context).writeMissing();
  if (superadmin === undefined) return { outcome: 'created' };
  const user = newUser({
    name: superadmin.name,
    email: superadmin.email,
    roleId: 'superadmin',
    groupId: settingsOf(context).groups()[0]?.id ?? '',
  });
  saveUser(context, user);
  return { outcome: 'created', userId: user.userId };
}
