import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, startLocalLeadline } from '../harness/local-leadline.ts';

test(
  'npm start without the demo leads to the page of the first company, and has no demo site',
  { tags: ['full'], timeout: 180_000 },
  async () => {
    const state = mkdtempSync(join(tmpdir(), 'leadline-without-demo-'));
    const leadline = await startLocalLeadline(state, await freePort(), ['--no-demo']);

    const front = await fetch(`${leadline.origin}/`);
    const demo = await fetch(`${leadline.origin}/demo/`);
    const callback = await fetch(`${leadline.origin}/demo/callback`, { method: 'POST' });
    const carrier = await fetch(`${leadline.origin}/demo/carrier/send`, { method: 'POST' });
    await leadline.stop();
    rmSync(state, { recursive: true, force: true });

    expect(front.url).toBe(`${leadline.origin}/console/new`);
    expect(front.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(demo.status).toBe(404);
    expect(callback.status).toBe(404);
    expect(carrier.status).toBe(404);
  },
);
