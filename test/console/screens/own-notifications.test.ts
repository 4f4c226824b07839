import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

interface Choices {
  kinds: Record<string, Record<string, boolean>>;
  quiet_hours: { from: string; until: string } | null;
  time_zone: string | null;
}

test('an agent chooses their notifications by keyboard from the bell: kinds, quiet hours, time zone', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.agent, { expected: /status of 400/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('button', { name: /^Notifications, / }).press('Enter');
  await page.getByRole('link', { name: 'Choose your notifications' }).press('Enter');
  await page.getByRole('group', { name: 'Notify me of' }).waitFor();
  await page.getByText('No mail is set up here').waitFor();
  await inspect(here, 'my notifications');
  const texts = page.getByRole('listitem').filter({ hasText: 'A text from my lead' });
  await texts.getByLabel('Device').press('Space');
  await texts.getByLabel('Mail').press('Space');
  await page.getByLabel('From').fill('22:00');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Until').fill('07:00');
  await page.getByLabel('Time zone').selectOption('America/Chicago');
  await page.getByLabel('Time zone').focus();
  await tabTo(page, /^Save$/);
  await page.keyboard.press('Enter');
  await page.getByText('Choices saved.').waitFor();

  const path = `${company.path}/notifications/choices`;
  expect(await answerOf<Choices>(await sendAs(company.agent, 'GET', path))).toMatchObject({
    kinds: { text: { console: true, push: false, mail: true }, voicemail: { push: true, mail: false } },
    quiet_hours: { from: '22:00', until: '07:00' },
    time_zone: 'America/Chicago',
  });
});
