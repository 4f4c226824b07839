/** Creates a company: its tables, its record, its first settings and its first user. */
import { addedBy, createCompany, type NewCompany, noteAddedBy, readCompany } from '../company/companies.ts';
import { DEFAULT_CURRENCIES, DEFAULT_OPTIONS } from '../company/settings/defaults.ts';
import { type CurrencyOfCountry, currencyOf } from '../company/settings/country-currencies.ts';
import type { WriteContext } from '../engine/context/request-context.ts';
import type { Feature } from '../engine/context/feature.ts';
import { contextOfActor } from '../engine/context/contexts.ts';
import { commit } from '../engine/commit/commit.ts';
import type { CompanyObject, CompanyState } from '../engine/context/company-context.ts';
import { Problem, type Refusal } from '../../shared/http/problems.ts';
import {
  type Accounts,
  type AddressSteps,
  answerOfAccount,
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

const OPERATOR = { kind: 'operator' } as const;
const AGENCY = { kind: 'system', name: 'agency' } as const;

/** Creates the company and its super admin. A company that exists stays unchanged. */
function create(object: CompanyObject, company: NewCompany): Promise<Provisioned> {
  return object.alone(() =>
    object.exists() ? provisionAgain(object, company) : provisionCompany(object, company),
  );
}

export const provisioningFeature = { rpc: { create: { answer: create, absent: create } } } satisfies Feature;

/**
 * Creates a company that does not exist yet. Claims the super admin's address first: the only step that can be refused comes
 * before anything is written here.
 */
async function provisionCompany(object: CompanyObject, company: NewCompany): Promise<Provisioned> {
  const { companyId } = object;
  const accounts = object.bindings.ACCOUNTS;
  const steps = await claimSuperAdmin(accounts, companyId, company).catch(asRefusal);
  if ('code' in steps) return { outcome: 'refused', refusal: steps };
  let made: Provisioned;
  try {
    // No await in between, so that both are stored or neither is.
    object.createTables();
    const actor = company.added === undefined ? OPERATOR : AGENCY;
    made = commit(object, contextOfActor(object, actor), (context) => writeCompany(context, company));
  } catch (error) {
    await cancelSteps(accounts, companyId, steps).catch(asRefusal);
    throw error;
  }
  // If this call fails, the account asks the company by itself.
  await finishSteps(accounts, companyId, steps).catch(asRefusal);
  return made;
}

/** Answers for a company that exists, and does again what may have been lost. */
async function provisionAgain(object: CompanyObject, company: NewCompany): Promise<Provisioned> {
  // Its tables were made, and the rest was refused.
  if (readCompany(object.database) === undefined) return provisionCompany(object, company);
  const before = provisionedBefore(object, company);
  if (before.outcome !== 'created_before') return before;
  const accounts = object.bindings.ACCOUNTS;
  const joined = await completeJoin(accounts, object.companyId, company).catch(asRefusal);
  if (typeof joined === 'object') return { outcome: 'refused', refusal: joined };
  return joined ? before : { outcome: 'company_exists' };
}

/** Tells whether a company that exists is the one that a request makes: by name, region and super admin. */
function provisionedBefore(
  { database }: CompanyState,
  { name, defaultRegion, superadmin, added }: NewCompany,
): Provisioned {
  const present = readCompany(database);
  const isTheirs = addedBy(database) === (added?.by ?? null);
  if (!isTheirs || present?.name !== name || present.defaultRegion !== defaultRegion) {
    return { outcome: 'company_exists' };
  }
  if (superadmin === undefined) return { outcome: 'created_before' };
  const user = findUserByEmail(database, superadmin.email);
  const isSame = user?.name === superadmin.name && user.roleId === 'superadmin' && !user.isSuspended;
  return isSame ? { outcome: 'created_before', userId: user.userId } : { outcome: 'company_exists' };
}

/**
 * Completes the claim with which an added company joins the login of its super admin: the last step may have been lost.
 * A claim that was confirmed before is never made again, since a login that was split from that of the company, by a password
 * that somebody else has set, would open the company too.
 * @returns whether the company is part of the login
 * @throws Problem 503
 */
async function completeJoin(
  accounts: Accounts,
  companyId: string,
  { superadmin, added }: NewCompany,
): Promise<boolean> {
  if (superadmin === undefined || added === undefined) return true;
  return answerOfAccount(accounts, superadmin.email, async (account) =>
    account.completeJoin(companyId, added.by),
  );
}

async function claimSuperAdmin(
  accounts: Accounts,
  companyId: string,
  { superadmin, added }: NewCompany,
): Promise<AddressSteps> {
  if (superadmin === undefined) return {};
  const { email, password } = superadmin;
  const login = {
    ...(password === undefined ? {} : { password }),
    ...(added === undefined ? {} : { joins: added.by }),
  };
  return claimAddress(accounts, { companyId, email }, login);
}

function asRefusal(error: unknown): Refusal {
  if (!(error instanceof Problem)) throw error;
  return { code: error.code, message: error.message, headers: error.headers };
}

function writeCompany(
  context: WriteContext,
  { name, defaultRegion, timeZone = null, superadmin, added }: NewCompany,
): Provisioned {
  createCompany(context.database, {
    companyId: context.companyId,
    name,
    defaultRegion,
    createdTime: context.now,
  });
  settingsOf(context).writeMissing();
  writePlace(context, added?.timeZone ?? timeZone, added?.currency ?? currencyOf(defaultRegion));
  if (added !== undefined) writeAdded(context, added);
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

/** Writes the zone and the currency of a new company. */
function writePlace(context: WriteContext, timeZone: string | null, currency: CurrencyOfCountry): void {
  const settings = settingsOf(context);
  if (timeZone !== null) settings.replace('options', { ...DEFAULT_OPTIONS, time_zone: timeZone });
  if (currency.unit === 'USD') return;
  const others = DEFAULT_CURRENCIES.map((other) => ({ ...other, company_default: false }));
  settings.replace('currencies', [{ ...currency, show: true, company_default: true }, ...others]);
}

/** Notes which company has added this one. */
function writeAdded(context: WriteContext, added: NonNullable<NewCompany['added']>): void {
  const { by } = added;
  noteAddedBy(context.database, added);
  context.audit({ action: 'company.added', subject: `company:${context.companyId}`, detail: { by } });
}
