/**
 * A Worker that is killed in the middle of a call has everything afterwards that it had acknowledged.
 *
 * @module-tag full: kills a process
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { ask, openCompany, startMortalWorker } from '../../../../harness/mortal-worker.ts';
import { AUSTIN, AUSTIN_BRANCH, branches } from './call-company.ts';

const ACCOUNT = { carrier: 'twilio', accountId: 'AC1', secret: 'token' } as const;

test('a worker that is killed between answer and status knows of the call what it had acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-calls-'));
  let worker = await startMortalWorker(folder);
  try {
    const session = await openCompany(worker.url);
    const put = async (path: string, body: unknown): Promise<void> => {
      const response = await fetch(worker.url + path, {
        method: 'PUT',
        headers: { Authorization: session.authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(await response.text());
    };
    const companyId = session.path.split('/')[2] ?? '';
    await put(`/dni/api/companies/${companyId}/settings`, branches(''));
    await put(`${session.path}/calls/settings`, {
      carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: ['token'] }],
    });
    const report = async (path: string, fields: Record<string, string>): Promise<void> => {
      const all = { AccountSid: 'AC1', CallSid: 'CA1', From: '+12065550123', To: AUSTIN, ...fields };
      const response = await sendAsCarrier(ACCOUNT, `${worker.url}/carriers/twilio/${companyId}${path}`, all);
      if (!response.ok) throw new Error(await response.text());
    };
    const leg = { CallSid: 'CA2', ParentCallSid: 'CA1', To: AUSTIN_BRANCH };

    // Callers at the same moment, whose calls are saved together.
    const others = Array.from({ length: 20 }, (_, index) => ({
      CallSid: `CB${index}`,
      From: `+12065551${String(index).padStart(3, '0')}`,
    }));
    await report('/call', { CallStatus: 'ringing' });
    await Promise.all(others.map((other) => report('/call', { ...other, CallStatus: 'ringing' })));
    await report('/call/CA1/leg/0', { ...leg, CallStatus: 'in-progress' });
    await worker.kill();
    worker = await startMortalWorker(folder);
    const read = () =>
      ask<{ calls: Record<string, unknown>[] }>({ ...session, url: worker.url }, `${session.path}/calls`);

    const known = (await read()).calls;
    expect(known.at(-1)).toMatchObject({ outcome: null, answered_by: { number: AUSTIN_BRANCH } });
    expect(new Set(known.map((each) => each['from']))).toEqual(
      new Set(['+12065550123', ...others.map(({ From }) => From)]),
    );
    expect(new Set(known.map((each) => each['lead_id'])).size).toBe(21);

    await report('/call/CA1/dialed/0', {
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '30',
    });
    await worker.kill();
    worker = await startMortalWorker(folder);

    expect((await read()).calls.at(-1)).toMatchObject({
      outcome: 'answered',
      talk_seconds: 30,
      first_time: true,
    });
  } finally {
    await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
