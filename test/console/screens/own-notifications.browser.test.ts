import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { tabTo } from '../console.ts';
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
  await page.getByRole('table', { name: 'Notify me of' }).waitFor();
  await page.getByText('No mail is set up here').waitFor();
  await page.getByLabel('Device: A text from my lead').press('Space');
  await page.getByLabel('Mail: A text from my lead').press('Space');
  await page.getByLabel('From', { exact: true }).fill('22:00');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Until', { exact: true }).fill('07:00');
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

test('the boxes stand below their channels on a phone and a desktop, each with room for a finger', async ({
  open,
  company,
}) => {
  const { page } = await open(company.agent);
  await page.goto(`/console/${company.companyId}/people/notifications`);
  const table = page.getByRole('table', { name: 'Notify me of' });
  await table.waitFor();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const rows = await table.evaluate((element) => {
      const middle = (cell: Element): number => {
        const { left, right } = cell.getBoundingClientRect();
        return (left + right) / 2;
      };
      const heads = [...element.querySelectorAll('thead th')].slice(1).map(middle);
      return [...element.querySelectorAll('tbody tr')].map((row) => ({
        distances: [...row.querySelectorAll('input')].map((box, at) => middle(box) - (heads[at] ?? NaN)),
        sizes: [...row.querySelectorAll('label')].flatMap(({ clientWidth, clientHeight }) => [
          clientWidth,
          clientHeight,
        ]),
      }));
    });
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map(({ distances }) => distances.length))).toEqual(new Set([3]));
    expect(Math.max(...rows.flatMap(({ distances }) => distances.map(Math.abs)))).toBeLessThan(1);
    expect(Math.min(...rows.flatMap(({ sizes }) => sizes))).toBeGreaterThanOrEqual(44);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
