/** Calls the API of the demo company as its super admin. */
import { DEMO_COMPANY_ID, DEMO_SIGN_IN } from '../../demo/company.ts';

/** The super admin's Authorization headers by origin. Each sign-in counts towards a limit. */
const signedIn = new Map<string, Promise<string>>();

/** Sends a request with the sign-in that the start prints. @param body sent by POST */
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

/** Returns the super admin's Authorization header. */
export function demoAuthorization(origin: string): Promise<string> {
  const known = signedIn.get(origin) ?? signIn(origin);
  signedIn.set(origin, known);
  return known;
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/issue_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: DEMO_SIGN_IN.email, password: DEMO_SIGN_IN.password }),
  });
  return `Basic ${btoa(`${DEMO_SIGN_IN.email}:${(await answer.json()) as string}`)}`;
}
