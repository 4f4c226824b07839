/** A company on a Worker of its own that sends mail. */
import { openCompany, ask, type Session } from '../../harness/mortal-worker.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';

/** A user of the company, who signs their requests themselves. */
export interface Person extends Session {
  userId: string;
  name: string;
}

/** A notification in the list, as far as mail is concerned. */
export interface Listed {
  type: string;
  channels: {
    mail?: { message_id: string; status: string; attempts: number; last_error?: string };
  };
}

export interface Mailing {
  superadmin: Session;
  agent: Person;
  /** Creates a lead and assigns it to the agent. */
  assignLead(name?: string): Promise<string>;
  /** Returns the agent's notifications, newest first. */
  notifications(): Promise<Listed[]>;
}

/** Creates a company with an agent. */
export async function startMailing(url: string): Promise<Mailing> {
  const superadmin = await openCompany(url);
  const agent = await addPerson(superadmin, { name: 'Al Agent' });
  return {
    superadmin,
    agent,
    assignLead: async (name = 'Lena Lead') => {
      const email = `${crypto.randomUUID()}@example.com`;
      const path = `${superadmin.path}/leads`;
      const { lead_ids: ids } = await ask<{ lead_ids: string[] }>(superadmin, `${path}/create`, {
        name,
        email,
      });
      await ask(superadmin, `${path}/${ids[0]}/assign`, { to_user_email: agent.email });
      return ids[0] ?? '';
    },
    notifications: async () => {
      const list = await ask<{ notifications: Listed[] }>(agent, `${agent.path}/notifications?size=100`);
      return list.notifications;
    },
  };
}

/** Adds a user, with a token from the operator. */
async function addPerson(superadmin: Session, given: { name: string; email?: string }): Promise<Person> {
  const { url, path } = superadmin;
  const body = { role_id: 'agent', email: `al.${crypto.randomUUID()}@acme.test`, ...given };
  const { user_id: userId } = await ask<{ user_id: string }>(superadmin, `${path}/users`, body);
  const operator = { url, authorization: `Bearer ${OPERATOR_TOKEN}` };
  const token = await ask<string>(operator, '/operator/tokens', { email: body.email });
  const authorization = `Basic ${Buffer.from(`${body.email}:${token}`).toString('base64')}`;
  return { ...superadmin, email: body.email, authorization, userId, name: given.name };
}
