/**
 * The page of the first company: makes a company with the operator's token, and signs its super admin in. It goes through the public
 * API, which compares the token and counts wrong ones.
 */
import { examine, isObject, parse } from '../../shared/http/input.ts';
import { type Fault, Problem } from '../../shared/http/problems.ts';
import { newCompanySessionSchema, OPERATOR_TOKEN } from './schema.ts';
import { apiRequest, type OpenSession, openSession, type Origin, type PublicApi } from './sessions.ts';

const COMPANIES = '/operator/companies';

const WRONG_TOKEN: Fault = {
  pointer: '/operator_token',
  code: 'invalid_credentials',
  detail: 'The operator token is wrong.',
};
const OTHER_PASSWORD: Fault = {
  pointer: '/superadmin/password',
  code: 'wrong_password',
  detail: 'An earlier try has made the company with another password. Enter that one.',
};

/** Whether companies can be made here: not without an operator token, and not where a remote core has the users. */
export type NewCompanyState = 'ready' | 'no_token' | 'remote';

/** Tells whether companies can be made here. */
export async function newCompanyState(
  api: PublicApi,
  origin: Origin,
  isRemote: boolean,
): Promise<NewCompanyState> {
  if (isRemote) return 'remote';
  // Refused in any case, since it has no credentials. The reason is what counts.
  const { status } = await api(apiRequest(origin, COMPANIES, {}));
  return status === 503 ? 'no_token' : 'ready';
}

/**
 * Makes a company and opens a session for its super admin. The same input again, with the same id, makes no second one.
 * @returns the session, or the API's refusal
 * @throws Problem that lists all faults, a wrong operator token among them
 */
export async function openSessionInNewCompany(
  api: PublicApi,
  origin: Origin,
  body: unknown,
): Promise<OpenSession | Response> {
  const { faults } = examine(newCompanySessionSchema, body);
  if (faults.length > 0) {
    throw refusal(...((await isWrongToken(api, origin, body)) ? [WRONG_TOKEN] : []), ...faults);
  }
  const { operator_token: token, ...company } = parse(newCompanySessionSchema, body);
  const made = await api(withToken(apiRequest(origin, COMPANIES, company), token));
  if (made.status === 401) throw refusal(WRONG_TOKEN);
  if (!made.ok) return made;
  const { email, password } = company.superadmin;
  const session = await openSession(api, origin, { email, password, company_id: company.company_id });
  if (session instanceof Response && session.status === 401) throw refusal(OTHER_PASSWORD);
  return session;
}

/** Checks the token alone: without a name, the API makes no company. */
async function isWrongToken(api: PublicApi, origin: Origin, body: unknown): Promise<boolean> {
  const token = isObject(body) ? body['operator_token'] : undefined;
  if (typeof token !== 'string' || !OPERATOR_TOKEN.test(token.trim())) return false;
  return (await api(withToken(apiRequest(origin, COMPANIES, {}), token.trim()))).status === 401;
}

function refusal(...faults: readonly Fault[]): Problem {
  const [{ code, detail } = WRONG_TOKEN] = faults;
  return new Problem(code, faults.length > 1 ? 'Please look at these fields again.' : detail, {
    errors: faults,
  });
}

function withToken(request: Request, token: string): Request {
  request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}
