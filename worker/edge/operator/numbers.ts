/** Moves numbers between companies. */
import { NOBODY } from '../../accounts/other-companies.ts';
import { REGISTER } from '../../shared/contact/number-holders.ts';
import type { Env } from '../../env.ts';
import { notFound } from '../../shared/http/problems.ts';

/**
 * Gives a number to a company. The companies that held it forget it among their numbers at carriers, so that they neither mend it nor
 * give it back. In their settings it stays until they take it out, and at the carrier it keeps its addresses until the company imports it.
 * @throws Problem 404 `not_found` for an unknown company
 */
export async function moveNumber(
  { COMPANIES, NUMBERS }: Pick<Env, 'COMPANIES' | 'NUMBERS'>,
  number: string,
  companyId: string,
): Promise<{ number: string; company_id: string; former_company_ids: string[] }> {
  const asked = await COMPANIES.getByName(companyId).askFor(NOBODY, { about: 'holdings' });
  if ('refusal' in (JSON.parse(asked) as object)) throw notFound();
  const former = await NUMBERS.getByName(REGISTER).move(number, companyId);
  return { number, company_id: companyId, former_company_ids: former };
}
