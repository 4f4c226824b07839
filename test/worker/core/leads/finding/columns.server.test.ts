/** @module-tag full: restarts a process */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, openCompany, type Session, startMortalWorker } from '../../../../harness/mortal-worker.ts';

/** Two chunks of the columns and a part of a third. */
const LEADS = 4_500;
/** More leads than the changes with which a stored chunk is updated. */
const CHANGED = 700;
const BATCH = 500;

async function makeLeads(session: Session): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < LEADS; start += BATCH) {
    const leads = Array.from({ length: BATCH }, (_, place) => ({
      lead: { email: `p${start + place}x@example.com`, name: `Lead ${start + place}` },
      creation_time: '2026-01-01T00:00:00.000Z',
    }));
    ids.push(
      ...(await ask<{ lead_ids: string[] }>(session, `${session.path}/leads/history`, { leads })).lead_ids,
    );
  }
  return ids;
}

async function namesFound(session: Session, q: string): Promise<string[]> {
  const hits = await ask<{ name: string }[]>(
    session,
    `${session.path}/leads/search?limit=200&q=${encodeURIComponent(q)}`,
  );
  return hits.map(({ name }) => name);
}

async function counts(session: Session): Promise<{ all: number; contacted: number }> {
  const [view] = await ask<{ smart_view_id: string }[]>(session, `${session.path}/smart_views`);
  const { count, facets } = await ask<{
    count: number;
    facets: { id: string; values: { id: string; count: number }[] }[];
  }>(session, `${session.path}/smart_views/${view?.smart_view_id}?count=0`);
  const states = facets.find(({ id }) => id === 'state')?.values ?? [];
  return { all: count, contacted: states.find(({ id }) => id === 'contacted')?.count ?? 0 };
}

test('stored columns are updated after a restart, or built again if many leads have changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-columns-'));
  let worker = await startMortalWorker(folder);
  try {
    const first = await openCompany(worker.url);
    const ids = await makeLeads(first);
    expect(await namesFound(first, 'lead 4321')).toEqual(['Lead 4321']);
    expect(await counts(first)).toEqual({ all: LEADS, contacted: 0 });
    // The columns are stored now, and the object restarts before they are needed again.
    for (const lead of ids.slice(0, CHANGED)) {
      await ask(first, `${first.path}/leads/${lead}/change_state`, { state: 'contacted' });
    }
    await ask(first, `${first.path}/leads/${ids[4_321]}/modify`, { name: 'Renamed 4321' });
    await ask(first, `${first.path}/leads/${ids[4_000]}/merge`, { with: ids[2_100] });
    await ask(first, `${first.path}/leads/create`, { email: 'new@example.com', name: 'Brand New' });
    await worker.kill();

    worker = await startMortalWorker(folder);
    const second = { ...first, url: worker.url };

    expect(await counts(second)).toEqual({ all: LEADS, contacted: CHANGED });
    expect(await namesFound(second, 'lead 4321')).toEqual([]);
    expect(await namesFound(second, 'renamed')).toEqual(['Renamed 4321']);
    expect(await namesFound(second, 'lead 2100')).toEqual([]);
    expect(await namesFound(second, 'brand new')).toEqual(['Brand New']);
    expect(await namesFound(second, 'p17x@')).toEqual(['Lead 17']);
  } finally {
    await worker.kill();
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);
