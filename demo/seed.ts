/** Fills a running Leadline with the demo company, through its public API. What is there already is left alone. */
import { DEMO_COMPANY_ID, DEMO_SIGN_IN, demoDniSettings } from './company.ts';

/**
 * Makes the demo company, its super admin and its DNI settings, unless they exist.
 * @param origin where Leadline runs, for instance `http://localhost:8787`
 * @throws Error with the answer when a call is refused
 */
export async function seedDemo(origin: string, operatorToken: string): Promise<void> {
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  await expectStatus(
    await send('POST', '/operator/companies', {
      company_id: DEMO_COMPANY_ID,
      name: 'Brightwater Plumbing & Heating',
      default_region: 'US',
      superadmin: { name: 'Dana Demo', ...DEMO_SIGN_IN },
    }),
    [200, 409],
  );
  const settings = `/dni/api/companies/${DEMO_COMPANY_ID}/settings`;
  const existing = await send('GET', settings);
  await expectStatus(existing, [200, 404]);
  if (existing.status === 404) await expectStatus(await send('PUT', settings, demoDniSettings()), [200]);
}

async function expectStatus(response: Response, allowed: readonly number[]): Promise<void> {
  if (allowed.includes(response.status)) return;
  throw new Error(`The demo could not be set up: ${response.status} ${await response.text()}`);
}
