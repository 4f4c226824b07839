/** Leads that are compared, over a database in memory. */
import { settingsOf } from '../../../../../../worker/core/company/settings/settings.ts';
import { contextOfActor } from '../../../../../../worker/core/engine/context/contexts.ts';
import type { DuplicatePairBody } from '../../../../../../worker/core/leads/finding/duplicates/reference.ts';
import { listPairs } from '../../../../../../worker/core/leads/finding/duplicates/duplicates.ts';
import { insertLead } from '../../../../../../worker/core/leads/record/lead-store.ts';
import type { LeadRecord } from '../../../../../../worker/core/leads/record/schema.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';

/** What a lead has that others may have, too. */
export interface Given {
  name?: string;
  emails?: readonly string[];
  phones?: readonly string[];
  zip?: string;
}

/** Opens a company whose leads have a field for ZIP codes. */
export function openCompany(seed = 1): MortalCompany {
  const company = new MortalCompany(seed, 0);
  setFields(company, ['zip']);
  return company;
}

/** Gives the leads of a company these fields of text. */
export function setFields(company: MortalCompany, names: readonly string[]): void {
  const field = { cardinality: 1, sortable: false, field_facet: false, pinned: false, print_lines: 1 };
  company.write((context) =>
    settingsOf(context).replace(
      'fields',
      names.map((name) => ({ ...field, name, label: name, type: 'text', field_group: 'deal' })),
    ),
  );
}

/** Returns a lead that is not saved. */
export function leadWith({ name, emails = [], phones = [], zip }: Given): LeadRecord {
  const now = Date.now();
  return {
    leadNumber: 0,
    leadId: crypto.randomUUID(),
    name,
    state: 'open',
    leadGroup: undefined,
    assigneeId: undefined,
    sourceTags: [],
    tags: [],
    aliases: [],
    visits: {},
    emails: emails.map((email) => ({ email, type: 'Work' })),
    phones: phones.map((phone) => ({ phone, type: 'Work' })),
    fields: zip === undefined ? {} : { zip: [zip] },
    creationTime: now,
    modificationTime: now,
    lastEventTime: now,
  };
}

/** Saves a new lead. */
export function add(company: MortalCompany, given: Given): LeadRecord {
  return company.write(({ database }) => insertLead(database, leadWith(given)));
}

/** Lists all pairs, by pages. */
export async function pairsOf(
  { company }: Pick<MortalCompany, 'company'>,
  { dismissed = false, size = 100 } = {},
): Promise<DuplicatePairBody[]> {
  const context = contextOfActor(company, { kind: 'system', name: 'test' });
  const pairs: DuplicatePairBody[] = [];
  for (let cursor; ;) {
    const page = await listPairs(context, { dismissed, size, cursor });
    pairs.push(...page.pairs);
    cursor = page.next;
    if (cursor === undefined) return pairs;
  }
}

/** The names of the leads of pairs, and the reasons: `Ann + Bob: phone`. */
export function inWords(pairs: readonly DuplicatePairBody[]): string[] {
  return pairs.map(
    ({ leads, reasons }) => `${leads.map(({ name }) => name).join(' + ')}: ${reasons.join(' ')}`,
  );
}
