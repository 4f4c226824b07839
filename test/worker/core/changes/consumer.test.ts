import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  ask,
  type MortalWorker,
  openCompany,
  type Session,
  startMortalWorker,
} from '../../../harness/mortal-worker.ts';

const WRITES = 240;
const KILLS = 3;
const WRITERS = 3;

interface Lead {
  lead_id: string;
  [member: string]: unknown;
}

interface Page {
  changes: {
    data: { lead_id?: string; lead?: Lead; secondary_lead_id?: string; secondary_lead?: Lead };
  }[];
  next: string;
  has_more: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'leadline-consumer-'));
let worker: MortalWorker;
let session: Session;
afterAll(async () => {
  await worker.kill();
  rmSync(folder, { recursive: true });
});

/** A request whose answer may be lost with the runtime; a refusal is an answer like others. */
async function attempt<Body>(path: string, body?: unknown): Promise<Body | undefined> {
  return ask<Body>(session, session.path + path, body).catch(() => undefined);
}

/** Another system's copy of the leads: all that it knows is what the stream told it. */
class Consumer {
  readonly leads = new Map<string, Lead>();
  #next = '';

  /** Reads what there is to read; a page that does not come is asked for again later. */
  async follow(): Promise<void> {
    for (;;) {
      const page = await attempt<Page>(`/changes?limit=7&after=${this.#next}`);
      if (page === undefined) return;
      for (const { data } of page.changes) {
        this.#take(data.lead_id, data.lead);
        this.#take(data.secondary_lead_id, data.secondary_lead);
      }
      this.#next = page.next;
      if (!page.has_more) return;
    }
  }

  #take(leadId: string | undefined, lead: Lead | undefined): void {
    if (leadId === undefined) return;
    if (lead === undefined) this.leads.delete(leadId);
    else this.leads.set(leadId, lead);
  }
}

type Write = { verb: string; lead: number; other: number; text: string };

const write: fc.Arbitrary<Write> = fc.record({
  verb: fc.constantFrom(
    'create',
    'create',
    'upsert',
    'modify',
    'modify',
    'note',
    'merge',
    'unmerge',
    'remove',
    'restore',
    'erase',
  ),
  lead: fc.nat(),
  other: fc.nat(),
  text: fc.stringMatching(/^[a-c]$/),
});

/** Sends one write about one of the leads that are known so far. */
async function send(known: string[], { verb, lead, other, text }: Write): Promise<void> {
  const identifiers = { email: `${text}.${lead % 40}@example.com`, name: `Name ${text}` };
  if (verb === 'create' || verb === 'upsert' || known.length === 0) {
    const made = await attempt<{ lead_ids: string[] }>(
      `/leads/${verb === 'upsert' ? 'upsert' : 'create'}`,
      identifiers,
    );
    known.push(...(made?.lead_ids ?? []));
    return;
  }
  const second = known[other % known.length];
  const body = {
    modify: { name: text },
    note: { message: text },
    merge: { with: second },
    unmerge: { lead_id: second },
  };
  await attempt(`/leads/${known[lead % known.length]}/${verb}`, body[verb as keyof typeof body] ?? {});
}

test('whoever follows the stream has the leads exactly, whatever is written and however often the runtime is killed', async () => {
  worker = await startMortalWorker(folder);
  session = await openCompany(worker.url);
  const writes = fc.sample(write, { numRuns: WRITES, seed: 20_261_122 });
  const consumer = new Consumer();
  const known: string[] = [];
  const perLife = Math.ceil(WRITES / (KILLS + 1));

  for (let life = 0; life <= KILLS; life += 1) {
    const waiting = writes.slice(life * perLife, (life + 1) * perLife);
    const writers = Array.from({ length: WRITERS }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await send(known, next);
        // The last writes of a life are under way when it ends.
        if (life < KILLS && waiting.length < WRITERS) return;
        if (waiting.length % 10 === 0) await consumer.follow();
      }
    });
    await Promise.all(writers);
    if (life === KILLS) break;
    const underWay = waiting.map((last) => send(known, last));
    await worker.kill();
    await Promise.all(underWay);
    worker = await startMortalWorker(folder);
    session = { ...session, url: worker.url };
  }
  await consumer.follow();

  const leads = await Promise.all(known.map((leadId) => attempt<Lead>(`/leads/${leadId}`)));
  const living = new Map(
    leads.flatMap((lead) => (lead === undefined ? [] : [[lead.lead_id, lead] as const])),
  );
  const told = new Map([...consumer.leads].filter(([leadId]) => living.has(leadId)));
  expect(living.size).toBeGreaterThan(10);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(living));
  // A lead of which the answer was lost with the runtime is in the stream, and nowhere among those that were answered.
  const unanswered = [...consumer.leads.keys()].filter((leadId) => !living.has(leadId));
  for (const leadId of unanswered) expect(known).not.toContain(leadId);
  expect(unanswered.length).toBeLessThanOrEqual(KILLS * WRITERS);
  for (const leadId of unanswered) {
    expect(await attempt<Lead>(`/leads/${leadId}`)).toEqual(consumer.leads.get(leadId));
  }
}, 120_000);
