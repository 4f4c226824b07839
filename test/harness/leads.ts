/** Creates and reads leads. */
import { answerOf } from './builders.ts';
import { sendAs, type TestUser } from './client.ts';

/** The user who sends requests, and the path of the company (`/companies/<uuid>`). */
export interface LeadClient {
  user: TestUser;
  path: string;
}

/** The full form of a lead. */
export interface Lead {
  lead_id: string;
  name?: string;
  source_tags: string[];
  tags?: string[];
  emails: { type: string; email: string }[];
  phones: { phone: string; type: string; extension?: string }[];
  aliases?: string[];
  state: string;
  assigned_to?: { name: string; id: string };
  lead_group?: string;
  lead_fields: Record<string, unknown[]>;
  last_event_time: number;
  lead_modification_time: string;
}

/** A timeline event. */
export interface TimelineEvent {
  type: string;
  inbound: boolean;
  online: boolean;
  data: {
    event_id: string;
    event_time: string;
    created_by: string;
    created_by_entity: Record<string, string>;
    comment_count: number;
    attached_entities: unknown[];
    [member: string]: unknown;
  };
}

let lastNumber = 0;

/** Returns an e-mail address that no other lead of the test has. */
export function freshEmail(): string {
  lastNumber += 1;
  return `lead.${lastNumber}@example.com`;
}

/** Sends a request about leads. @param path follows `/companies/<uuid>/leads` */
export function sendLead(
  { user, path }: LeadClient,
  method: string,
  rest: string,
  body?: unknown,
): Promise<Response> {
  return sendAs(user, method, `${path}/leads${rest}`, body);
}

/** Creates a lead and returns its id. */
export async function createLead(client: LeadClient, body: Record<string, unknown> = {}): Promise<string> {
  const sent = { ...(hasIdentifier(body) ? {} : { email: freshEmail() }), ...body };
  const answer = await answerOf<{ lead_ids: string[] }>(await sendLead(client, 'POST', '/create', sent));
  return answer.lead_ids[0] ?? '';
}

/** Reads the full form of a lead. */
export async function getLead(client: LeadClient, leadId: string): Promise<Lead> {
  return answerOf<Lead>(await sendLead(client, 'GET', `/${leadId}`));
}

/** Reads the newest events of a lead, at most 100. */
export async function getEvents(client: LeadClient, leadId: string): Promise<TimelineEvent[]> {
  const answer = await sendLead(client, 'GET', `/${leadId}/events?size=100`);
  return (await answerOf<{ events: TimelineEvent[] }>(answer)).events;
}

/** Reads the types of a lead's events, newest first. */
export async function eventTypes(client: LeadClient, leadId: string): Promise<string[]> {
  return (await getEvents(client, leadId)).map(({ type }) => type);
}

function hasIdentifier(body: Record<string, unknown>): boolean {
  return ['email', 'emails', 'phone', 'phones'].some((member) => member in body);
}
