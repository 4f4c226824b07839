/** The demo company as its super admin sees it. */
import { DEMO_COMPANY_ID, DEMO_SIGN_IN } from '../../demo/company.ts';

/** What the company answers to its super admin, with the sign-in that the start prints. @param body what is sent, by POST */
export async function askDemo<Body>(origin: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${origin}/companies/${DEMO_COMPANY_ID}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: await demoAuthorization(origin),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Body;
}

/** The header with which the super admin asks. */
export async function demoAuthorization(origin: string): Promise<string> {
  const signIn = await fetch(`${origin}/auth/issue_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: DEMO_SIGN_IN.email, password: DEMO_SIGN_IN.password }),
  });
  return `Basic ${btoa(`${DEMO_SIGN_IN.email}:${(await signIn.json()) as string}`)}`;
}
