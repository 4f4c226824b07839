/** A company with API keys, and platforms that subscribe by them. */
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../../harness/builders.ts';
import { sendAs } from '../../../../../harness/client.ts';

export interface Hook {
  webhook_id: string;
  url: string;
  state: string;
  flat: boolean;
  rest_hook: boolean;
  key_name?: string;
  secrets: number;
  secret: string;
}

/** A key, as a caller. */
export interface Key {
  keyId: string;
  authorization: string;
}

export interface HookCompany extends PeopledCompany {
  key: Key;
}

/** Makes a company with a key of the company. */
export async function makeHookCompany(): Promise<HookCompany> {
  const company = await makeCompanyWithUsers();
  return { ...company, key: await makeKey(company, { owner: 'company' }) };
}

/** Makes a key. @param by a super admin or another key */
export async function makeKey(
  { path, superadmin }: PeopledCompany,
  body: object = {},
  by: { authorization: string } = superadmin,
): Promise<Key> {
  const made = await sendAs(by, 'POST', `${path}/api_keys`, { name: 'Zapier', scopes: ['admin'], ...body });
  const { key, key_id: keyId } = await answerOf<{ key: string; key_id: string }>(made);
  return { keyId, authorization: `Bearer ${key}` };
}

/** Asks for a REST hook. */
export function askForHook(
  { path, key }: HookCompany,
  body: object,
  by: { authorization: string } = key,
): Promise<Response> {
  return sendAs(by, 'POST', `${path}/webhooks`, { events: ['lead.created'], rest_hook: true, ...body });
}

/** Lists the webhooks, as the console shows them. */
export async function listHooks({ path, superadmin }: PeopledCompany): Promise<Hook[]> {
  return answerOf(await sendAs(superadmin, 'GET', `${path}/webhooks`));
}

/** Reads why hooks ended, newest first. */
export async function endsOf({ path, superadmin }: PeopledCompany): Promise<string[]> {
  const answer = await sendAs(superadmin, 'GET', `${path}/audit?action=webhook.unsubscribed`);
  const { entries } = await answerOf<{ entries: { detail: { detail: string } }[] }>(answer);
  return entries.map(({ detail }) => detail.detail);
}
