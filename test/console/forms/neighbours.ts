/** What somebody else does while a form is open, and the company in which forms are tried. */
import { answerOf } from '../../harness/builders.ts';
import type { MarketServer } from '../../harness/carrier/market-server.ts';
import { sendAs } from '../../harness/client.ts';
import { createLead } from '../../harness/leads.ts';
import { dniSettings } from '../../harness/dni-company.ts';
import { makeShownCompany, type ShownCompany } from '../shown-company.ts';

/** A company in which every form can be opened. */
export interface TriedCompany extends ShownCompany {
  otherId: string;
  viewId: string;
  managerId: string;
}

/** Makes the company. @param market where its carrier sells numbers */
export async function makeTriedCompany(receiver: string, market: MarketServer): Promise<TriedCompany> {
  const company = await makeShownCompany(receiver, market);
  const { path, superadmin, client, manager } = company;
  const otherId = await createLead(client, { name: 'Bo Lee', email: 'bo@example.com' });
  const { smart_view_id: viewId } = await answerOf<{ smart_view_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/smart_views`, { name: 'Tried' }),
  );
  const googleAds = { enabled: false, settings: { conversion_name: 'Calls' } };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/conversions/platforms/google_ads`, googleAds));
  return { ...company, otherId, viewId, managerId: manager.userId };
}

/** What somebody else does while a form is open. */
export interface Neighbour {
  does: (company: TriedCompany) => Promise<unknown>;
  /** What they have changed, as it is then. */
  theirs: (company: TriedCompany) => Promise<unknown>;
  /** They change the same as the form: somebody has to be told before theirs is overwritten. Otherwise both are kept. */
  isTold: boolean;
}

export async function read(company: TriedCompany, path: string): Promise<unknown> {
  return answerOf(await sendAs(company.superadmin, 'GET', path));
}

export async function send(
  company: TriedCompany,
  method: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  return answerOf(await sendAs(company.superadmin, method, path, body));
}

let lastChange = 0;

/** A text that nobody has written before. */
export function fresh(text: string): string {
  lastChange += 1;
  return `${text} ${lastChange}`;
}

/** Somebody changes another member of the company's settings. */
export function settingsBeside(): Neighbour {
  const path = ({ path: company }: TriedCompany): string => `${company}/settings`;
  return {
    does: async (company) => {
      const now = (await read(company, path(company))) as { week_start: string };
      const other = now.week_start === 'sunday' ? 'saturday' : 'sunday';
      return send(company, 'PUT', path(company), { ...now, week_start: other });
    },
    theirs: async (company) => ((await read(company, path(company))) as { week_start: string }).week_start,
    isTold: false,
  };
}

/** Somebody changes the company's own name. */
export function brandBeside(): Neighbour {
  return {
    does: (company) => send(company, 'PUT', `${company.path}/brand`, { name: fresh('Theirs') }),
    theirs: async (company) => ((await read(company, `${company.path}/brand`)) as { name: string }).name,
    isTold: true,
  };
}

/** Somebody changes a list of settings, of which the form is a whole or a part. */
export function listBeside(part: string, change: (list: unknown) => unknown): Neighbour {
  const path = ({ path: company }: TriedCompany): string => `${company}/lead_settings/${part}`;
  return {
    does: async (company) => send(company, 'PUT', path(company), change(await read(company, path(company)))),
    theirs: (company) => read(company, path(company)),
    isTold: true,
  };
}

/** Somebody writes a note about the lead. */
export function noteBeside(): Neighbour {
  const path = ({ path: company, annId }: TriedCompany): string => `${company}/leads/${annId}`;
  return {
    does: (company) => send(company, 'POST', `${path(company)}/note`, { message: fresh('Beside') }),
    theirs: async (company) =>
      (
        (await read(company, `${path(company)}/events?size=100`)) as {
          events: { data: { message?: string } }[];
        }
      ).events
        .map(({ data }) => data.message ?? '')
        .find((message) => message.startsWith('Beside')),
    isTold: false,
  };
}

/** Somebody publishes settings of the numbers. */
export function publishedBeside(
  change: () => Record<string, unknown>,
  { isTold }: { isTold: boolean },
): Neighbour {
  const path = ({ companyId }: TriedCompany): string => `/dni/api/companies/${companyId}/settings`;
  return {
    does: async (company) => send(company, 'PUT', path(company), { ...dniSettings(), ...change() }),
    theirs: (company) => read(company, path(company)),
    isTold,
  };
}

/** Somebody gives one branch another name. */
export function austinRenamed(): Record<string, unknown> {
  const { locations } = dniSettings() as { locations: { location_id: string; name: string }[] };
  const renamed = locations.map((each) =>
    each.location_id === 'austin' ? { ...each, name: fresh('Austin') } : each,
  );
  return { locations: renamed };
}

/** Somebody blocks a caller. */
export function callersBeside(): Neighbour {
  const path = ({ path: company }: TriedCompany): string => `${company}/calls/settings`;
  const blockedIn = async (company: TriedCompany): Promise<string[]> =>
    ((await read(company, path(company))) as { blocked: string[] }).blocked;
  return {
    does: async (company) => {
      const now = (await read(company, path(company))) as { blocked: string[] };
      const number = `+1206555${1_000 + now.blocked.length}`;
      return send(company, 'PUT', path(company), { ...now, blocked: [...now.blocked, number] });
    },
    theirs: blockedIn,
    isTold: false,
  };
}

/** Somebody makes a view, which changes nothing that the form is about. */
export function viewBeside(): Neighbour {
  return {
    does: (company) => send(company, 'POST', `${company.path}/smart_views`, { name: fresh('Beside') }),
    theirs: async (company) => {
      const views = (await read(company, `${company.path}/smart_views`)) as { name: string }[];
      return views.filter(({ name }) => name.startsWith('Beside')).length > 0;
    },
    isTold: false,
  };
}

export const settingsOfNumbers = (): Neighbour =>
  publishedBeside(() => ({ cache_days: 9 }), { isTold: false });

/** The notes of the lead, the newest first. */
export async function notesOf(company: TriedCompany): Promise<{ event_id: string; message: string }[]> {
  const path = `${company.path}/leads/${company.annId}/events?size=100`;
  const { events } = (await read(company, path)) as {
    events: { type: string; data: { event_id: string; message: string } }[];
  };
  return events.filter(({ type }) => type === 'note').map(({ data }) => data);
}

/** Somebody changes the conditions of the rule of conversions. */
export function ruleBeside(): Neighbour {
  const path = ({ path: company, ruleId }: TriedCompany): string => `${company}/conversions/rules/${ruleId}`;
  const whenOf = async (company: TriedCompany): Promise<{ talk_seconds?: number }> =>
    ((await read(company, path(company))) as { when: { talk_seconds?: number } }).when;
  return {
    does: async (company) => {
      const when = await whenOf(company);
      const changed = { ...when, talk_seconds: (when.talk_seconds ?? 0) + 1 };
      return send(company, 'POST', `${path(company)}/modify`, { when: changed });
    },
    theirs: whenOf,
    isTold: false,
  };
}

/** Somebody adds another rule on calls. */
export function contactRulesBeside(): Neighbour {
  const path = ({ path: company }: TriedCompany): string => `${company}/contact_rules`;
  const rulesOf = async (company: TriedCompany): Promise<{ name: string }[]> =>
    (await read(company, path(company))) as { name: string }[];
  return {
    does: async (company) => {
      const rule = { when: { all: [{ outcome: ['missed'] }] }, then: { tags: ['missed'] } };
      const rules = [...(await rulesOf(company)), { name: fresh('Beside'), ...rule }];
      return send(company, 'PUT', path(company), rules);
    },
    theirs: async (company) =>
      (await rulesOf(company)).filter(({ name }) => name.startsWith('Beside')).length,
    isTold: false,
  };
}

/** Somebody changes when a saved report is sent. */
export function reportBeside(): Neighbour {
  const path = ({ path: company, reportId }: TriedCompany): string => `${company}/reports/saved/${reportId}`;
  const hourOf = async (company: TriedCompany): Promise<number> =>
    ((await read(company, path(company))) as { schedule: { hour: number } }).schedule.hour;
  return {
    does: async (company) => {
      const hour = ((await hourOf(company)) + 1) % 24;
      const schedule = { every: 'week', weekday: 'monday', hour };
      return send(company, 'POST', `${path(company)}/modify`, { schedule });
    },
    theirs: hourOf,
    isTold: false,
  };
}

/** Somebody turns a platform on or off. */
export function platformBeside(): Neighbour {
  const path = ({ path: company }: TriedCompany): string => `${company}/conversions/platforms/google_ads`;
  const platformOf = async (company: TriedCompany): Promise<{ enabled: boolean; settings: object }> =>
    (await read(company, path(company))) as { enabled: boolean; settings: object };
  return {
    does: async (company) => {
      const { enabled, settings } = await platformOf(company);
      return send(company, 'PUT', path(company), { enabled: !enabled, settings });
    },
    theirs: async (company) => (await platformOf(company)).enabled,
    isTold: false,
  };
}

/** Somebody sets what all numbers may cost. */
export function capBeside(): Neighbour {
  return {
    does: (company) => {
      lastChange += 1;
      return send(company, 'PUT', `${company.path}/numbers/limits`, { monthly_cap: 1000 + lastChange });
    },
    theirs: async (company) =>
      ((await read(company, `${company.path}/numbers`)) as { monthly_cap: number }).monthly_cap,
    isTold: true,
  };
}
