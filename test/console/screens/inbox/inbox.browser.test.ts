import { beforeAll, expect } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { createLead, sendLead } from '../../../harness/leads.ts';
import { startServerForTest } from '../../../harness/receiver.ts';
import {
  AUSTIN,
  type CallCompany,
  connectCarrierApi,
  makeCallCompany,
} from '../../../worker/core/phone/calls/call-company.ts';
import { tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

let company: CallCompany;
let annId: string;

beforeAll(async () => {
  company = await makeCallCompany();
  const client = { user: company.superadmin, path: company.path };
  const missed = { carrier_call_id: 'cal', number: AUSTIN, from: '+12065550103', caller_name: 'Cal Roe' };
  const started = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
  await answerOf(
    await sendAs(company.superadmin, 'POST', `${company.path}/calls`, { ...missed, started_at: started }),
  );
  annId = await createLead(client, {
    name: 'Ann Lee',
    phone: '+12065550101',
    lead_group: company.agent.groupId,
  });
  const assigned = await sendLead(client, 'POST', `/${annId}/assign`, {
    to_user_email: company.agent.email,
  });
  if (assigned.status !== 200) throw new Error(await assigned.text());
});

/** A little longer than presses are ignored after an entry has left the list. */
const SETTLED_MS = 600;

test('an agent sees first what is to do, finishes it, takes that back, and postpones it', async ({
  open,
}) => {
  const here = await open(company.agent);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads/${annId}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Set a reminder' }).click();
  await page.getByLabel('What to do').fill('Send the quote');
  await page.getByRole('button', { name: 'Set reminder' }).click();
  await page.getByText('Reminder set.').waitFor();

  await page.goto('/console/');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  const items = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Done/ }) });
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([
      // The missed caller was to be called back within half an hour.
      expect.stringMatching(/^Cal Roe\s+(?:New\s+)?Missed call: call \(206\) 555-0103 back\s+Overdue since /),
      expect.stringMatching(/^Ann Lee\s+(?:New\s+)?Send the quote\s+Due /),
    ]);

  await page.getByRole('button', { name: 'Done: Cal Roe' }).click();
  await expect.poll(() => items.count()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => items.count()).toBe(2);

  // Before, presses do not count: the list has just moved.
  await page.waitForTimeout(SETTLED_MS);
  await page.getByRole('button', { name: 'Later: Cal Roe' }).click();
  await page.getByRole('button', { name: 'In one week, at 9 AM' }).click();
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([expect.stringMatching(/^Ann Lee/), expect.stringMatching(/^Cal Roe/)]);
  // The former time has passed already.
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await items.allInnerTexts())[0]).toMatch(/^Cal Roe/);
});

test('the second of two quick presses does not finish the entry that moves up', async ({ open }) => {
  const own = await makeCallCompany();
  for (const name of ['Abe Ash', 'Bea Birch', 'Cyd Cedar']) {
    const from = `+1206555${String(1_000 + name.length + name.charCodeAt(0))}`;
    const call = { carrier_call_id: name, number: AUSTIN, from, caller_name: name };
    const started = new Date(Date.now() - 60_000).toISOString();
    await answerOf(
      await sendAs(own.superadmin, 'POST', `${own.path}/calls`, { ...call, started_at: started }),
    );
  }
  const { page } = await open(own.superadmin);
  await page.goto(`/console/${own.companyId}/inbox`);
  const done = page.getByRole('button', { name: /^Done: / });
  await expect.poll(() => done.count()).toBe(3);
  // As soon as the list has moved up, the next entry is pressed once.
  await page.evaluate(() => {
    const list = document.querySelector('.inbox');
    const first = list?.querySelector<HTMLElement>('.finish');
    new MutationObserver((_, observer) => {
      if (list?.children.length !== 2) return;
      observer.disconnect();
      setTimeout(() => list.querySelector<HTMLElement>('.finish')?.click(), 50);
    }).observe(list ?? document, { childList: true });
    first?.click();
  });
  await page.getByText('Done.', { exact: true }).waitFor();
  await expect.poll(() => done.count()).toBe(2);
  await page.waitForFunction(() => document.querySelectorAll('.finish:enabled').length === 2);

  await expect.poll(() => page.getByText('Done.', { exact: true }).count()).toBe(1);
  await page.waitForTimeout(SETTLED_MS);
  expect(await done.count()).toBe(2);
  await done.first().click();
  await expect.poll(() => done.count()).toBe(1);
});

test('a missed call that was no lead is finished from its line, and back; a super admin blocks the caller', async ({
  open,
}) => {
  const own = await makeCallCompany();
  const missed = { carrier_call_id: 'eve', number: AUSTIN, from: '+12065550105', caller_name: 'Eve Fox' };
  const started = new Date(Date.now() - 60_000).toISOString();
  const { call_id: callId } = await answerOf<{ call_id: string }>(
    await sendAs(own.superadmin, 'POST', `${own.path}/calls`, { ...missed, started_at: started }),
  );
  const rating = async (): Promise<unknown> => {
    const call = await sendAs(own.superadmin, 'GET', `${own.path}/calls/${callId}`);
    return (await answerOf<{ lead_status: unknown }>(call)).lead_status;
  };
  const { page } = await open(own.superadmin);
  await page.goto(`/console/${own.companyId}/inbox`);
  expect(await page.getByRole('link', { name: 'Text Eve Fox' }).getAttribute('href')).toMatch(
    /\?over=thread&lead=.*&phone=%2B12065550105&reminder=/,
  );
  await tabTo(page, /^More about Eve Fox$/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Not a lead' }).press('Enter');
  await page.getByText('Nobody waits for an answer.').waitFor();
  expect(await rating()).toBe('not_a_lead');
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Eve Fox', exact: true }).waitFor();
  expect(await rating()).toBe(null);

  await page.waitForTimeout(SETTLED_MS);
  await page.getByRole('button', { name: 'More about Eve Fox' }).click();
  await page.getByRole('button', { name: 'Block this caller' }).click();
  await page.getByText('(206) 555-0105 is blocked: their calls are refused.').waitFor();
});

test('a manager reaches it from the calls, and narrows it by keyboard', async ({ open }) => {
  const { page } = await open(company.manager);
  await page.goto(`/console/${company.companyId}/calls`);
  await tabTo(page, /^Inbox$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.getByRole('link', { name: 'Cal Roe', exact: true }).waitFor();

  await tabTo(page, /^Mine$/);
  await page.keyboard.press('Enter');
  await page.getByText('Nobody waits here.').waitFor();
  await tabTo(page, /^Show everything$/);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Cal Roe', exact: true }).waitFor();
});

test('a reminder is finished on the timeline too, and a time that has passed is refused beside its field', async ({
  open,
}) => {
  const { page } = await open(company.superadmin, { expected: /status of 400/ });
  await page.goto(`/console/${company.companyId}/leads/${annId}?over=reminder`);
  await page.getByLabel('What to do').fill('Ring once more');
  await page.getByLabel('When').fill('2020-01-02T09:00');
  await page.getByRole('button', { name: 'Set reminder' }).click();
  await page.getByText('The time has passed; give a later one.').first().waitFor();
  expect(await page.getByLabel('When').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('What to do').inputValue()).toBe('Ring once more');

  await page.getByLabel('When').fill('2090-01-02T09:00');
  await page.getByRole('button', { name: 'Set reminder' }).click();
  const event = page.getByRole('listitem').filter({ hasText: 'Ring once more' });
  await event.getByRole('button', { name: 'Done' }).click();
  await event.getByText(/^Done /).waitFor();
  await event.getByRole('button', { name: 'Reopen' }).click();
  await event.getByText('Due Jan 2, 2090, 9:00 AM').waitFor();
});

test('an agent calls back by keyboard: their own phone rings first, and the timeline shows the call', async ({
  open,
}) => {
  const own = await makeCallCompany();
  const asked: URLSearchParams[] = [];
  const api = await startServerForTest((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(body));
      response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"sid": "CA1"}');
    });
  });
  await connectCarrierApi(own, api.url);
  const path = `${own.path}/users/${own.agent.userId}/modify`;
  await answerOf(await sendAs(own.superadmin, 'POST', path, { phone: '+15125550177' }));
  const missed = { carrier_call_id: 'dan', number: AUSTIN, from: '+12065550104', caller_name: 'Dan Poe' };
  const started = new Date(Date.now() - 60_000).toISOString();
  await answerOf(
    await sendAs(own.superadmin, 'POST', `${own.path}/calls`, { ...missed, started_at: started }),
  );

  const { page } = await open(own.agent);
  await page.goto('/console/');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await tabTo(page, /^Call Dan Poe$/);
  await page.keyboard.press('Enter');
  await page.getByText('Your phone (512) 555-0177 rings. Pick up to call (206) 555-0104.').waitFor();
  await expect.poll(() => asked.map((fields) => fields.get('To'))).toEqual(['+15125550177']);

  await page.getByRole('link', { name: 'Dan Poe', exact: true }).click();
  await page.getByText('is calling').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  // A second press is the same call.
  await page.getByRole('button', { name: 'Call Dan Poe' }).click();
  await page.getByText('Your phone (512) 555-0177 rings.').first().waitFor();
  expect(asked).toHaveLength(1);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
