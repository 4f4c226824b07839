/** A company whose site has forms, and the beacons of its visitors. */
import { vi } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { freshIp, send, sendAs, type Visitor, visitorHeaders } from '../../../../harness/client.ts';
import { dniSettings, putSettings } from '../../../../harness/dni-company.ts';

export type Field = [label: string, value: string, type: string, autocomplete: string, name: string];

export interface FormEvent {
  type: string;
  online: boolean;
  inbound: boolean;
  data: Record<string, unknown>;
}

export interface Lead {
  lead_id: string;
  name?: string;
  phones: { phone: string }[];
  emails: { email: string }[];
  source_tags: string[];
  tags?: string[];
}

let submissions = 0;

/** An id as the script makes it. */
export const freshSubmission = (): string => `1767323045678-0.${1_000_000 + (submissions += 1)}`;

/** A person nobody else is. */
export const freshEmail = (): string => `person${(submissions += 1)}@example.org`;

export const emailField = (email: string): Field => ['E-mail', email, 'email', 'email', 'mail'];
export const textField = (label: string, value: string): Field => [label, value, 'textarea', '', 'field'];

export async function makeFormCompany(settings: Record<string, unknown> = {}): Promise<PeopledCompany> {
  const company = await makeCompanyWithUsers();
  await answerOf(
    await putSettings(company.companyId, dniSettings({ forms: true, domains: ['example.com'], ...settings })),
  );
  return company;
}

/** Sends a form as the browser does. @returns the status */
export async function sendForm(
  companyId: string,
  members: Record<string, unknown> | string,
  visitor: Visitor = {},
): Promise<number> {
  const body = {
    id: freshSubmission(),
    visit: null,
    touch: ['', 'https://www.google.com/'],
    url: 'https://example.com/contact?private=1',
    form: 'contact',
    sent: true,
    time: 20_000,
    fields: [],
  };
  const response = await send(`/dni/form/${companyId}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      ...visitorHeaders({ ip: freshIp(), origin: 'https://example.com', ...visitor }),
    },
    body: typeof members === 'string' ? members : JSON.stringify({ ...body, ...members }),
  });
  return response.status;
}

/** Returns the leads with an e-mail address that came today. */
export async function leadsWith({ superadmin, path }: PeopledCompany, email: string): Promise<Lead[]> {
  const recent = await answerOf<{ leads: { lead_id: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/leads/recent_leads?relative=last_7_days`),
  );
  const leads = await Promise.all(
    recent.leads.map(async ({ lead_id: id }) =>
      answerOf<Lead>(await sendAs(superadmin, 'GET', `${path}/leads/${id}`)),
    ),
  );
  return leads.filter(({ emails }) => emails.some((each) => each.email === email));
}

/** Waits for the lead of a form, which comes after the answer. */
export function leadOf(company: PeopledCompany, email: string): Promise<Lead> {
  return vi.waitUntil(async () => (await leadsWith(company, email))[0], { timeout: 30_000, interval: 100 });
}

/** Returns the forms on a timeline, newest first. */
export async function formsOn(
  { superadmin, path }: PeopledCompany,
  { lead_id: leadId }: Lead,
): Promise<FormEvent[]> {
  const { events } = await answerOf<{ events: FormEvent[] }>(
    await sendAs(superadmin, 'GET', `${path}/leads/${leadId}/events?size=100`),
  );
  return events.filter(({ type }) => type === 'form');
}
