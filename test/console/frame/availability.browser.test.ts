/** Users who switch themselves away: by the bell, seen by colleagues at once. */
import { expect } from 'vitest';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

const WITHIN = { timeout: 30_000 };

test('an agent is away for an hour by keyboard; a colleague sees it at once, and that they are back', async ({
  open,
  company,
}) => {
  const [agent, manager] = [await open(company.agent), await open(company.manager)];
  await manager.page.goto(`/console/${company.companyId}/people/users`);
  const row = manager.page.getByRole('row').filter({ hasText: company.agent.email });
  await row.waitFor();
  expect(await row.getByText('Not available').count()).toBe(0);

  await agent.page.goto(`/console/${company.companyId}/inbox`);
  await agent.page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await agent.page.getByRole('button', { name: /^Notifications/ }).waitFor();
  await tabTo(agent.page, /^Notifications/);
  await agent.page.keyboard.press('Enter');
  await agent.page.getByRole('group', { name: 'Your phone rings for calls' }).waitFor();
  await agent.page.getByRole('button', { name: 'Not available for one hour' }).press('Enter');
  await agent.page.getByText('Your phone does not ring for calls.').waitFor();
  const mark = agent.page.getByRole('button', { name: /^Not available for calls until / });
  await mark.waitFor();
  await inspect(agent, 'somebody who is away');
  await row.getByText(/^Not available until /).waitFor(WITHIN);

  await agent.page.setViewportSize({ width: 320, height: 700 });
  const overflow = await agent.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await mark.press('Enter');
  await agent.page.getByText('Your phone rings for calls again.').waitFor();
  await mark.waitFor({ state: 'detached' });
  await row.getByText('Not available').waitFor({ state: 'detached', ...WITHIN });
});
