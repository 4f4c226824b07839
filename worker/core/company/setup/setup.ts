/** Progress of a company's set-up: the facts that prove each step. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Row } from '../../engine/storage/database.ts';
import { numbersOf } from '../../../dni/pure/number-entries.ts';
import { type SeenPage, seenSites } from '../dni/seen-pages.ts';
import { dniSettingsOf } from '../dni/saved-settings.ts';

/** A call in the answer. */
export interface FirstCall {
  callId: string;
  /** The lead of the call; null if it has none. */
  leadId: string | null;
  /** The number that was called, E.164. */
  number: string;
  /** Milliseconds since the epoch. */
  startedTime: number;
}

export interface SetupProgress {
  /** 0 if there are no DNI settings yet. */
  settingsVersion: number;
  defaultNumber: string | undefined;
  domains: string[];
  locations: number;
  numbers: number;
  /** The carriers with an account in the call settings. */
  carriers: string[];
  /** The last page that requested its numbers. */
  seen: (SeenPage & { site: string }) | undefined;
  firstCall: FirstCall | undefined;
  hasLeads: boolean;
}

interface FirstCallRow extends Row {
  call_id: string;
  lead_id: string | null;
  number: string;
  started_time: number;
}

/** Returns the current facts. */
export function setupProgress(company: CompanyState): SetupProgress {
  const saved = dniSettingsOf(company).read();
  const [last] = seenSites(company);
  return {
    settingsVersion: saved?.version ?? 0,
    defaultNumber: saved?.settings.default_number,
    domains: saved?.settings.domains ?? [],
    locations: saved?.settings.locations.length ?? 0,
    numbers: saved?.settings.numbers.flatMap(numbersOf).length ?? 0,
    carriers: carriersOf(company),
    seen: last && { site: last.site, ...last.pages[0] },
    firstCall: firstCall(company),
    hasLeads:
      company.database.one<{ is_there: number }>('SELECT EXISTS (SELECT 1 FROM leads) AS is_there')
        .is_there === 1,
  };
}

function carriersOf({ database }: CompanyState): string[] {
  const rows = database.all<{ carrier: string }>(
    `SELECT DISTINCT json_extract(accounts.value, '$.carrier') AS carrier
     FROM call_settings, json_each(call_settings.document, '$.carriers') AS accounts`,
  );
  return rows.map(({ carrier }) => carrier);
}

function firstCall({ database }: CompanyState): FirstCall | undefined {
  const row = database.maybe<FirstCallRow>(
    `SELECT calls.call_id, leads.lead_id, calls.number, calls.started_time FROM calls
     LEFT JOIN events ON events.event_id = calls.event_id
     LEFT JOIN leads ON leads.lead_number = events.lead_number
     WHERE calls.direction = 'inbound' ORDER BY calls.started_time, calls.call_number LIMIT 1`,
  );
  return (
    row && {
      callId: row.call_id,
      leadId: row.lead_id,
      number: row.number,
      startedTime: row.started_time,
    }
  );
}
