/** What a test starts from: a company of its own, with readable defaults. */
import { sendAsOperator } from './client.ts';

/** Makes a company and returns its id. */
export async function makeCompany(overrides: Record<string, unknown> = {}): Promise<string> {
  const response = await sendAsOperator('POST', '/operator/companies', {
    name: 'Acme Plumbing',
    default_region: 'US',
    ...overrides,
  });
  if (response.status !== 200) throw new Error(`No company: ${await response.text()}`);
  const { company_id: companyId } = (await response.json()) as { company_id: string };
  return companyId;
}
