import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { freshIp, send, sendAs, visitorHeaders } from '../../../harness/client.ts';
import { dniSettings } from '../../../harness/dni-company.ts';
import { inspect } from '../../console.ts';
import { test } from '../../console-test.ts';

test('a pool is added by its form, reviewed and published, and the preview says what a visit would lease', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const { superadmin, companyId } = company;
  const settings = `/dni/api/companies/${companyId}/settings`;
  await answerOf(await sendAs(superadmin, 'PUT', settings, dniSettings()));
  const here = await open(superadmin);
  const { page } = here;
  await page.goto(`/console/${companyId}/numbers`);
  await page.getByRole('button', { name: 'More about numbers' }).click();
  await page.getByRole('link', { name: 'Add a pool' }).click();
  const form = page.getByRole('dialog', { name: 'New pool' });
  await form.getByLabel('Name').fill('google ads');
  await form.getByLabel('Numbers', { exact: true }).fill('(800) 555-0191\nnobody');
  await form.getByLabel('Hold, in minutes').fill('3');
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await form.getByText('Enter only letters, digits and . _ : -').first().waitFor();
  await form.getByText('“nobody” is not a phone number').first().waitFor();
  await form.getByText('Write whole minutes, 5 to 1440').first().waitFor();
  await inspect(here, 'a pool with faults');
  await form.getByLabel('Name').fill('ads');
  await form.getByLabel('Numbers', { exact: true }).fill('(800) 555-0191\n(800) 555-0192');
  await form.getByLabel('Hold, in minutes').fill('30');
  await form.getByLabel('Overflow number').fill('(800) 555-0190');
  await form.getByLabel('Source').selectOption('email');
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await page.getByText('Pool added in the draft.').waitFor();
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await page.getByRole('heading', { name: 'Added Pool ads' }).waitFor();
  await inspect(here, 'the review of a pool');
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('Everything is published.').waitFor();

  const saved = await answerOf<{ numbers: unknown[] }>(await sendAs(superadmin, 'GET', settings));
  expect(saved.numbers.at(-1)).toEqual({
    pool: 'ads',
    phone_numbers: ['+18005550191', '+18005550192'],
    hold_minutes: 30,
    overflow: '+18005550190',
    source: 'email',
    sms: false,
  });

  // Somebody leases one of the two.
  const lookup = await send(`/dni/api/companies/${companyId}/closest`, {
    method: 'POST',
    headers: { ...visitorHeaders({ ip: freshIp() }), 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/?utm_source=news&utm_medium=email' }),
  });
  expect(['+18005550191', '+18005550192']).toContain(
    ((await lookup.json()) as { phone_number: string }).phone_number,
  );
  await page.goto(`/console/${companyId}/numbers`);
  await page.getByText('ads: 1 of 2 numbers is free now.').waitFor();
  await page.getByText('0 of 1 visitor found all numbers leased (0 %).').waitFor();
  await inspect(here, 'the advice');

  await page.goto(`/console/${companyId}/preview?zip=80302&way=email`);
  await page.getByText('Would lease one of 2; 1 is free').waitFor();
});
