/** Likely duplicates, as in the API: their reasons in words, and what is decided on them. */
import { ask } from '../../../../api/api.ts';
import { companyPath } from '../../../../api/company.ts';
import { changed } from '../../../../api/resource.ts';
import { toast } from '../../../../components/over/toasts.tsx';
import type { DuplicatePairBody } from '../../../../../worker/core/leads/finding/duplicates/reference.ts';
import { nameOf } from '../../lead.ts';

export type { DuplicatesBody as Duplicates } from '../../../../../worker/core/leads/finding/duplicates/reference.ts';
export type Pair = DuplicatePairBody;
export type PairLead = Pair['leads'][number];

/** Where the list is in the API. */
export const duplicatesPath = (rest = ''): string => companyPath(`/leads/duplicates${rest}`);

/** Returns the two leads of a pair, the older one first. */
export function leadsOf({ leads: [older, newer] }: Pair): readonly [PairLead, PairLead] {
  if (older === undefined || newer === undefined) throw new Error('A pair has two leads.');
  return [older, newer];
}

/** Returns why two leads are likely one person. */
export function reasonTexts(pair: Pair): string[] {
  const [one, other] = leadsOf(pair).map(identifiersOf);
  const isShared = (isOne: (identifier: string) => boolean): boolean =>
    [...(one ?? [])].some((identifier) => isOne(identifier) && other?.has(identifier) === true);
  return pair.reasons.map((reason) => {
    if (reason === 'name_and_postal_code') return `Same name and postal code ${pair.postal_code ?? ''}`;
    if (reason === 'phone') {
      return isShared((text) => !text.includes('@')) ? 'Same phone' : 'Same phone in another format';
    }
    return isShared((text) => text.includes('@')) ? 'Same e-mail' : 'Same e-mail in another spelling';
  });
}

/** Keeps two leads as two people, or takes that back, with Undo. */
export async function decide(pair: Pair, verb: 'dismiss' | 'restore'): Promise<void> {
  const leads = leadsOf(pair);
  const post = async (wanted: typeof verb): Promise<void> => {
    const body = { lead_ids: leads.map(({ lead_id: id }) => id) };
    await ask(duplicatesPath(`/${wanted}`), { method: 'POST', body }).finally(() =>
      changed(duplicatesPath()),
    );
  };
  await post(verb);
  const names = leads.map(nameOf).join(' and ');
  toast(verb === 'dismiss' ? `${names} are two people.` : `${names} are in the list again.`, () =>
    post(verb === 'dismiss' ? 'restore' : 'dismiss'),
  );
}

function identifiersOf({ emails = [], phones = [], aliases = [] }: PairLead): Set<string> {
  return new Set([
    ...emails.map(({ email }) => email.toLowerCase()),
    ...phones.map(({ phone }) => phone),
    ...aliases,
  ]);
}
