/** The demo company as its super admin sees it. */
import { DEMO_COMPANY_ID, DEMO_SIGN_IN } from '../../demo/company.ts';

/** What the company answers to its super admin, with the sign-in that the start prints. */
export async function askDemo<Body>(origin: string, path: string): Promise<Body> {
  const signIn = await fetch(`${origin}/auth/issue_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: DEMO_SIGN_IN.email, password: DEMO_SIGN_IN.password }),
  });
  const credentials = `${DEMO_SIGN_IN.email}:${(await signIn.json()) as string}`;
  const response = await fetch(`${origin}/companies/${DEMO_COMPANY_ID}${path}`, {
    headers: { Authorization: `Basic ${btoa(credentials)}` },
  });
  return (await response.json()) as Body;
}
