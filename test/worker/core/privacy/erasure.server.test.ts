import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compactState } from '../../../../demo/state.ts';
import {
  ask,
  type MortalWorker,
  openCompany,
  type Session,
  startMortalWorker,
} from '../../../harness/mortal-worker.ts';

/** What nobody else has, in every way in which it is stored: folded, as digits, as it was typed. */
const PERSON = {
  name: 'Zebedee Quixotic',
  email: 'zebedee.quixotic@example.com',
  phone: '+12125550177',
};
const TRACES = ['zebedee', 'quixotic', '2125550177', 'lighthouse keeper', 'old-address@example.org'];
/**
 * Three letters that nothing else here begins with, in a name, a note and texts both ways: the leaves of the full-text indexes hold a trigram
 * whole only where it shares no beginning with the one before.
 */
const RARE = {
  name: '\u{a66e}'.repeat(3),
  note: '\u{10c80}'.toLowerCase().repeat(3),
  received: '\u{586}'.repeat(3),
  sent: '\u{10d0}'.repeat(3),
};
const PATIENCE = { timeout: 30_000, interval: 100 };

const folder = mkdtempSync(join(tmpdir(), 'leadline-erasure-'));
let worker: MortalWorker;
let session: Session;

beforeAll(async () => {
  worker = await startMortalWorker(folder);
  session = await openCompany(worker.url);
});
afterAll(async () => {
  await worker.kill();
  rmSync(folder, { recursive: true });
});

function onLeads<Body>(path: string, body?: unknown): Promise<Body> {
  return ask<Body>(session, `${session.path}/leads${path}`, body);
}

async function createLead(body: object): Promise<string> {
  return (await onLeads<{ lead_ids: [string] }>('/create', body)).lead_ids[0];
}

/** The files with one of the traces in them, after everything that was deleted is overwritten. */
function filesWithTraces(): string[] {
  return globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => {
      const content = readFileSync(join(folder, file));
      const bytes = content.toString('latin1').toLowerCase();
      return (
        TRACES.some((trace) => bytes.includes(trace)) ||
        Object.values(RARE).some((trace) => content.includes(trace))
      );
    });
}

/** A lead of which every room keeps something. */
async function makeKnownPerson(): Promise<{ leadId: string; secondary: string; former: string }> {
  const leadId = await createLead({
    ...PERSON,
    source_tags: ['lighthouse keeper'],
    tags: ['friend of Zebedee'],
  });
  const secondary = await createLead({ name: 'Z. Quixotic', email: 'old-address@example.org' });
  const former = await createLead({ name: 'Somebody Else', email: 'else@example.com' });
  const path = `/${leadId}`;
  // One that was merged with the person once, so that its timeline tells of the person's values.
  await onLeads(`/${former}/merge`, { with: leadId });
  await onLeads(`/${former}/modify`, { name: 'Somebody Other' });
  await onLeads(`/${former}/unmerge`, { lead_id: leadId });
  await onLeads(`${path}/merge`, { with: secondary });
  await onLeads(`${path}/modify`, { name: `Zebedee van Quixotic ${RARE.name}` });
  const note = await onLeads<{ data: { event_id: string } }>(`${path}/note`, {
    message: `A lighthouse keeper ${RARE.note}`,
  });
  await onLeads(`${path}/events/note/${note.data.event_id}/comments`, { comment: 'Zebedee called' });
  for (const [inbound, rare] of [
    [true, RARE.received],
    [false, RARE.sent],
  ] as const) {
    const data = { phone: PERSON.phone, message: `For the lighthouse keeper: ${rare}` };
    await onLeads(`${path}/events`, { type: 'sms', inbound, data });
  }
  await onLeads(`${path}/assign`, { to_user_email: session.email });
  const row = `name,email\nZebedee Q,${PERSON.email}\n`;
  for (const query of ['', '?dry_run=1']) {
    const response = await fetch(`${session.url}${session.path}/leads/import${query}`, {
      method: 'POST',
      headers: { Authorization: session.authorization, 'Content-Type': 'text/csv' },
      body: row,
    });
    expect(response.status).toBe(200);
  }
  const once = await fetch(`${session.url}${session.path}/leads/upsert`, {
    method: 'POST',
    headers: {
      Authorization: session.authorization,
      'Idempotency-Key': 'once',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ email: PERSON.email }),
  });
  expect(once.status).toBe(200);
  // Fills the columns and the indexes of texts.
  await onLeads('/search?q=quixotic');
  await onLeads('/search?q=lighthouse&exclude_notes=0');
  for (const rare of [RARE.received, RARE.sent]) {
    const texts = await onLeads<unknown[]>(`/search?q=${encodeURIComponent(rare)}&exclude_texts=0`);
    expect(texts).toMatchObject([{ lead_id: leadId, search_field_name: 'sms' }]);
  }
  return { leadId, secondary, former };
}

test('after an erasure nothing of the person is left on the disk, and it says what it deleted', async () => {
  const { leadId, secondary, former } = await makeKnownPerson();

  const everything = await onLeads<{
    lead: { name: string };
    merged_leads: { lead_id: string }[];
    events: { type: string; comments: unknown[] }[];
    notifications: unknown[];
    changes: { type: string }[];
  }>(`/${leadId}/everything`);
  expect(everything.lead.name).toBe('Zebedee Q');
  expect(everything.merged_leads.map(({ lead_id: id }) => id)).toEqual([secondary]);
  expect(everything.events.filter(({ comments }) => comments.length > 0)).toHaveLength(1);
  expect(everything.notifications).toHaveLength(1);
  expect(everything.changes.length).toBeGreaterThan(5);

  const { erased } = await onLeads<{ erased: Record<string, number> }>(`/${leadId}/erase`, {});
  expect(erased).toEqual({
    merged_leads: 1,
    events: everything.events.length,
    comments: 1,
    events_of_other_leads: 2,
    calls: 0,
    recordings: 0,
    texts: 0,
    forms: 0,
    media: 0,
    conversions: 0,
    notifications: 1,
    import_rows: 2,
  });
  for (const path of [`/${leadId}`, `/${secondary}`, `/${leadId}/everything`]) {
    await expect(onLeads(path)).rejects.toThrow(/404/);
  }
  expect(await onLeads(`/${former}`)).toMatchObject({ name: 'Somebody Other' });

  await vi.waitFor(async () => {
    const { entries } = await ask<{ entries: { actor: string; subject: string; detail: unknown }[] }>(
      session,
      `${session.path}/audit?action=index.cleared`,
    );
    expect(entries.map(({ subject }) => subject).toSorted()).toEqual([
      'index:leads',
      'index:timelines',
      'index:transcripts',
    ]);
    expect(entries[0]).toMatchObject({ actor: 'system:erasure', detail: { erasures: 1 } });
  }, PATIENCE);
  await worker.kill();
  compactState(folder);
  expect(filesWithTraces()).toEqual([]);

  worker = await startMortalWorker(folder);
  session = { ...session, url: worker.url };
  expect(await onLeads(`/${former}`)).toMatchObject({ name: 'Somebody Other' });
  const { entries } = await ask<{ entries: { action: string; subject: string }[] }>(
    session,
    `${session.path}/audit?action=lead.`,
  );
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['lead.erased', `lead:${leadId}`],
    ['lead.copied', `lead:${leadId}`],
  ]);
});
