/** Creates the demo company's lead settings, smart views and users through the API, as its super admin. */
import { DEMO_COMPANY_ID, DEMO_SIGN_IN } from './company.ts';
import {
  DEMO_CURRENCIES,
  DEMO_FIELDS,
  DEMO_GROUPS,
  DEMO_PEOPLE,
  DEMO_SMART_VIEWS,
  DEMO_STATES,
  NEW_WEBSITE_USER,
  newUserBody,
  type SeededUser,
} from './lead-settings.ts';

/** The phone of whoever signs in to the demo. It rings first when they call a lead back. */
const OWN_PHONE = '+13035550199';

/** A refused request, with the status of the answer. */
export class RefusedRequest extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Sends a request for the demo company and returns the JSON; throws `RefusedRequest`. */
export type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Creates what is missing and keeps what exists, since it may have been changed. @returns all users */
export async function seedPeople(call: Call): Promise<SeededUser[]> {
  const path = `/companies/${DEMO_COMPANY_ID}`;
  const fields = (await call('GET', `${path}/lead_settings/fields`)) as unknown[];
  if (fields.length === 0) {
    const groups = (await call('GET', `${path}/lead_settings/groups`)) as { deletable: boolean }[];
    const first = groups.filter((group) => !group.deletable);
    await call('PUT', `${path}/lead_settings/groups`, [...first, ...DEMO_GROUPS]);
    await call('PUT', `${path}/lead_settings/states`, DEMO_STATES);
    await call('PUT', `${path}/lead_settings/currencies`, DEMO_CURRENCIES);
    // Last, because their presence means that the rest is done.
    await call('PUT', `${path}/lead_settings/fields`, DEMO_FIELDS);
  }
  const views = (await call('GET', `${path}/smart_views`)) as unknown[];
  if (views.length === 1) {
    for (const view of DEMO_SMART_VIEWS) await call('POST', `${path}/smart_views`, view);
  }
  const usersOf = async (): Promise<SeededUser[]> => (await call('GET', `${path}/users`)) as SeededUser[];
  const present = new Set((await usersOf()).map((user) => user.email));
  for (const body of [NEW_WEBSITE_USER, ...DEMO_PEOPLE.map(newUserBody)]) {
    if (!present.has(body.email)) await call('POST', `${path}/users`, body);
  }
  const users = await usersOf();
  const own = users.find(({ email, phone }) => email === DEMO_SIGN_IN.email && phone === '');
  if (own !== undefined) await call('POST', `${path}/users/${own.user_id}/modify`, { phone: OWN_PHONE });
  return usersOf();
}
