/** Changes costs, and tells the screens about it. */
import { ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed } from '../../../api/resource.ts';
import { toast } from '../../../components/over/toasts.tsx';
import type { Cost } from './cost.ts';

/** The path of costs below the company. */
export const COSTS = '/costs';

/** A cost to save; the currency is the company's if there is none. */
export type GivenCost = Omit<Cost, 'modified_at' | 'amount' | 'unit'> & {
  amount: number | string;
  unit: string | null;
};

/** Returns what tells a cost from others. */
export function keyOf({ day, source, campaign }: Pick<Cost, 'day' | 'source' | 'campaign'>): string {
  return [day, source, campaign ?? ''].join(' ');
}

/** Reads the costs again, and the reports that they are in. */
export function costsChanged(): void {
  changed(companyPath(COSTS), companyPath('/reports/query'));
}

/** Saves a cost in place of the one of its day, source and campaign. @throws Refusal */
export async function saveCost({ day, source, campaign, amount, unit }: GivenCost): Promise<void> {
  const costs = [{ day, source, campaign, amount, unit }];
  await ask(companyPath(COSTS), { method: 'PUT', body: { costs } });
  costsChanged();
}

/** Removes a cost, with Undo. */
export async function removeCost(cost: Cost): Promise<void> {
  await deleteCost(cost);
  toast('Cost removed.', () => saveCost(cost));
}

/** Removes a cost. */
export async function deleteCost({ day, source, campaign }: GivenCost): Promise<void> {
  const body = { from: day, to: day, source, campaign: campaign ?? '' };
  await ask(companyPath(`${COSTS}/remove`), { method: 'POST', body });
  costsChanged();
}

/** Takes an import back. */
export async function takeBack(importId: string): Promise<void> {
  await ask(companyPath(`${COSTS}/imports/${importId}/take_back`), { method: 'POST' });
  costsChanged();
  changed(companyPath(`${COSTS}/feeds`));
}
