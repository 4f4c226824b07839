/** @module-tag full: kills a process */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, openCompany, type Session, startMortalWorker } from '../../../harness/mortal-worker.ts';
import type { Lead, TimelineEvent } from '../../../harness/leads.ts';

/** Acknowledged writes before the kill: enough that it happens in the middle of many others. */
const WRITES_BEFORE_KILL = 120;
const WRITERS = 16;

/** The acknowledged writes of one lead. */
interface Acknowledged {
  leadId: string;
  names: string[];
  notes: string[];
}

/** Writes until it is stopped, and notes every acknowledgement at once. */
async function write(session: Session, writer: number, acknowledged: Acknowledged[]): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const { lead_ids } = await ask<{ lead_ids: [string] }>(session, `${session.path}/leads/create`, {
      email: `lead.${writer}.${turn}@example.com`,
      name: 'New',
    });
    const lead: Acknowledged = { leadId: lead_ids[0], names: ['New'], notes: [] };
    acknowledged.push(lead);
    const path = `${session.path}/leads/${lead.leadId}`;
    await ask(session, `${path}/modify`, { name: `Name ${turn}` });
    lead.names.push(`Name ${turn}`);
    await ask(session, `${path}/note`, { message: `Note ${turn}` });
    lead.notes.push(`Note ${turn}`);
  }
}

function countWrites(acknowledged: readonly Acknowledged[]): number {
  return acknowledged.reduce((sum, { names, notes }) => sum + names.length + notes.length, 0);
}

test('a runtime that is killed during writes has all acknowledged ones afterwards, and none of them half done', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-durability-'));
  try {
    const first = await startMortalWorker(folder);
    const session = await openCompany(first.url);
    const acknowledged: Acknowledged[] = [];
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      write(session, writer, acknowledged).catch(() => undefined),
    );
    await expect
      .poll(() => countWrites(acknowledged), { timeout: 30_000, interval: 5 })
      .toBeGreaterThan(WRITES_BEFORE_KILL);
    await first.kill();
    await Promise.all(writers);

    const second = await startMortalWorker(folder);
    const reopened = { ...session, url: second.url };
    for (const lead of acknowledged) await verify(reopened, lead);
    const recent = await ask<{ leads: { lead_id: string }[] }>(
      reopened,
      `${session.path}/leads/recent_leads?relative=last_7_days`,
    );
    expect(recent.leads.length).toBeGreaterThanOrEqual(acknowledged.length);
    for (const { lead_id } of recent.leads) await verifyWhole(reopened, lead_id);
    await second.kill();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

async function verify(session: Session, { leadId, names, notes }: Acknowledged): Promise<void> {
  const { view, events } = await readLead(session, leadId);
  expect(events.filter(({ type }) => type === 'lead_created')).toHaveLength(1);
  // A rename without acknowledgement may or may not be stored; an acknowledged one must be.
  expect(view.name).toBe(names[1] ?? view.name);
  const messages = events.map(({ data }) => data['message']);
  for (const note of notes) expect(messages).toContain(note);
}

/** Checks a lead whose creation may not be acknowledged: its fields, times and events must be consistent. */
async function verifyWhole(session: Session, leadId: string): Promise<void> {
  const { view, events } = await readLead(session, leadId);
  const modified = events.find(({ type }) => type === 'lead_modified');
  const changes = (modified?.data['changes'] ?? []) as { after: string }[];
  expect(view.name).toBe(changes[0]?.after ?? 'New');
  expect(view.last_event_time).toBe(Date.parse(events[0]?.data.event_time ?? ''));
  expect(events.at(-1)?.type).toBe('lead_created');
}

async function readLead(session: Session, leadId: string): Promise<{ view: Lead; events: TimelineEvent[] }> {
  const view = await ask<Lead>(session, `${session.path}/leads/${leadId}`);
  const { events } = await ask<{ events: TimelineEvent[] }>(
    session,
    `${session.path}/leads/${leadId}/events`,
  );
  return { view, events };
}
