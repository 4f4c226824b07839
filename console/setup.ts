/** How far the set-up of the company is: what opens first, and whether it stands in the navigation. */
import { signal } from '@preact/signals';
import { ask } from './api.ts';
import { place } from './router.ts';
import type { User } from './session.ts';

const KEPT = 'leadline.setup:';

/**
 * What the browser remembers of a company: an `empty` one opens on its set-up and is looked at anew each time, an `open` one
 * has leads and its set-up in the navigation alone, a `done` one neither.
 */
type Kept = 'empty' | 'open' | 'done';

/** The facts that prove the steps, as the API has them. */
export interface SetupFacts {
  settings_version: number;
  default_number: string | null;
  domains: string[];
  locations: number;
  numbers: number;
  last_seen: { site: string; path: string; seen_time: string; swaps: number } | null;
  first_call: { call_id: string; lead_id: string | null; number: string; time: string } | null;
  has_leads: boolean;
  /** Variables of the deployment that are none, and what to write there. */
  configuration: { variable: string; detail: string }[];
}

/** What was found since the page was loaded. */
const found = signal<{ company: string; kept: Kept } | undefined>();

/** `/dni/api/companies/<uuid>/setup` */
export function setupPath(company = place.value.company): string {
  return `/dni/api/companies/${company}/setup`;
}

/** Whether everything is set up, a call included. */
export function isSetUp({ numbers, last_seen: seen, first_call: call }: SetupFacts): boolean {
  return numbers > 0 && seen !== null && call !== null;
}

/** Whether the set-up of a company stands in the navigation: as it was found last, also before this page was loaded. */
export function isOpenSetup(company: string): boolean {
  const kept = found.value?.company === company ? found.value.kept : readKept(company);
  return kept === 'empty' || kept === 'open';
}

/** Remembers what was found, so that a company in use is not asked about at each visit. */
export function noteSetup(company: string, facts: SetupFacts): void {
  const kept: Kept = isSetUp(facts) ? 'done' : facts.has_leads ? 'open' : 'empty';
  found.value = { company, kept };
  try {
    localStorage.setItem(KEPT + company, kept);
  } catch {
    // Then it is asked again at the next visit.
  }
}

/** The screen that opens when the address names none: the set-up of an empty company for whoever can do it, else the leads. */
export async function firstScreen({ company_id: company, role_id: role }: User): Promise<'leads' | 'setup'> {
  const kept = readKept(company);
  if (role !== 'superadmin' || kept === 'done' || kept === 'open') return 'leads';
  try {
    const { body } = await ask<SetupFacts>(setupPath(company));
    noteSetup(company, body);
    return body.has_leads || isSetUp(body) ? 'leads' : 'setup';
  } catch {
    // The leads say what is wrong.
    return 'leads';
  }
}

function readKept(company: string): string | null {
  try {
    return localStorage.getItem(KEPT + company);
  } catch {
    return null;
  }
}
