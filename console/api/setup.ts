/**
 * Reads the progress of the company's setup, which decides which screen opens first and whether the navigation shows the
 * setup.
 */
import type { SetupBody } from '../../worker/core/company/setup/reference.ts';
import { signal } from '@preact/signals';
import { ask } from './api.ts';
import { place } from '../address/router.ts';
import type { User } from './user.ts';

const KEPT = 'leadline.setup:';

/**
 * Remembered by the browser until the next check. An `empty` company opens on its setup and is checked at each visit. An `open` one has
 * leads and shows the setup in the navigation only. A `done` one shows no setup.
 */
type Kept = 'empty' | 'open' | 'done';

/** The facts that prove each step. */
export type SetupFacts = SetupBody;

/** The last check since the page was loaded. */
const found = signal<{ company: string; kept: Kept } | undefined>();

/** `/dni/api/companies/<uuid>/setup` */
export function setupPath(company = place.value.company): string {
  return `/dni/api/companies/${company}/setup`;
}

/** Tells whether every step is done, including the first call. */
export function isSetUp({ numbers, last_seen: seen, first_call: call }: SetupFacts): boolean {
  return numbers > 0 && seen !== null && call !== null;
}

/** Tells whether the navigation shows the setup of a company, by the last check. */
export function isOpenSetup(company: string): boolean {
  const kept = found.value?.company === company ? found.value.kept : readKept(company);
  return kept === 'empty' || kept === 'open';
}

/** Remembers the check, so that a company in use is not checked at each visit. */
export function noteSetup(company: string, facts: SetupFacts): void {
  const kept: Kept = isSetUp(facts) ? 'done' : facts.has_leads ? 'open' : 'empty';
  found.value = { company, kept };
  try {
    localStorage.setItem(KEPT + company, kept);
  } catch {
    // Then it is asked again at the next visit.
  }
}

/**
 * Returns the screen for a URL without one: the setup for super admins of an empty company, what is to do for agents, else
 * Home.
 */
export async function firstScreen({
  company_id: company,
  role_id: role,
}: User): Promise<'home' | 'setup' | 'inbox'> {
  if (role === 'agent') return 'inbox';
  const kept = readKept(company);
  if (role !== 'superadmin' || kept === 'done' || kept === 'open') return 'home';
  try {
    const { body } = await ask<SetupFacts>(setupPath(company));
    noteSetup(company, body);
    return body.has_leads || isSetUp(body) ? 'home' : 'setup';
  } catch {
    // Home shows the error.
    return 'home';
  }
}

/** Reads the setup of a company unless it is known to be done: another browser may have begun or gone on with it. */
export async function checkSetup({ company_id: company, role_id: role }: User): Promise<void> {
  if (role !== 'superadmin' || found.value?.company === company || readKept(company) === 'done') return;
  try {
    noteSetup(company, (await ask<SetupFacts>(setupPath(company))).body);
  } catch {
    // The navigation shows what is known.
  }
}

function readKept(company: string): string | null {
  try {
    return localStorage.getItem(KEPT + company);
  } catch {
    return null;
  }
}
