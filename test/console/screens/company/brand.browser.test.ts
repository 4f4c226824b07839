/** The company's own name and logo: set and removed, and seen by everybody of that company and nobody else. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { memberOfAll } from '../../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers, makeUser, type PeopledCompany } from '../../../harness/builders.ts';
import { send, sendAs } from '../../../harness/client.ts';
import { makePng } from '../../../harness/pictures.ts';
import { inspect, tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

const GREEN = [20, 120, 60, 255];
const WIDE = makePng([96, 24]);
const SQUARE = makePng([24, 24], { color: GREEN });
const LONG = 'Northpeak-Marketing-and-Advertising-Partners of Colorado 202';

interface Brand {
  name?: string | null;
  logo?: Buffer<ArrayBuffer>;
}

/** Gives a company a name and a logo. */
async function brand({ superadmin, path }: PeopledCompany, { name, logo }: Brand): Promise<void> {
  if (name !== undefined) await answerOf(await sendAs(superadmin, 'PUT', `${path}/brand`, { name }));
  const headers = { Authorization: superadmin.authorization };
  if (logo !== undefined) {
    await answerOf(await send(`${path}/brand/logo`, { method: 'PUT', headers, body: logo }));
  }
}

/** What stands at the top left: the name, and the colour of the logo's middle as the browser draws it. */
async function shown(page: Page): Promise<{ text: string; alt?: string; color?: number[] }> {
  return page.locator('.rail > .brand').evaluate(async (element: HTMLElement) => {
    const text = element.innerText.trim();
    const image = element.querySelector('img');
    if (image === null) return { text };
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const middle = context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    return { text, alt: image.alt, color: [...(middle ?? [])] };
  });
}

const file = (buffer: Buffer, name = 'logo.png'): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'image/png',
  buffer,
});

/** Opens the section, and waits for the form. */
async function openSection(page: Page, { companyId }: PeopledCompany): Promise<void> {
  await page.goto(`/console/${companyId}/company/brand`);
  await page.getByLabel('Name', { exact: true }).waitFor();
}

test('a super admin sets name and logo by keyboard alone, sees them, and takes them back', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.superadmin);
  const { page } = here;
  await openSection(page, company);
  expect(await shown(page)).toEqual({ text: 'Leadline' });

  await tabTo(page, /^Name$/);
  await page.keyboard.type('Northpeak');
  // The looks show what is typed.
  await expect.poll(() => page.locator('.looks .brand').allInnerTexts()).toEqual(['Northpeak', 'Northpeak']);
  await page.keyboard.press('Enter');
  await page.getByText('Name saved.').waitFor();
  expect(await shown(page)).toEqual({ text: 'Northpeak' });
  expect(await page.title()).toBe('Company · Northpeak');

  await tabTo(page, /^Logo$/);
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Space');
  await (await chooser).setFiles(file(WIDE));
  await page.getByText('Logo saved.').waitFor();
  await expect.poll(() => shown(page)).toEqual({ text: '', alt: 'Northpeak', color: [200, 60, 20, 255] });
  await page.getByLabel('Logo').setInputFiles(file(SQUARE));
  await expect.poll(() => shown(page)).toEqual({ text: 'Northpeak', alt: '', color: GREEN });

  await tabTo(page, /^Remove the logo$/);
  await page.keyboard.press('Enter');
  await page.getByText('Logo removed.').waitFor();
  await expect.poll(() => shown(page)).toEqual({ text: 'Northpeak' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Logo');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().press('Enter');
  await expect.poll(() => shown(page)).toMatchObject({ color: GREEN });

  await page.reload();
  await expect.poll(() => shown(page)).toEqual({ text: 'Northpeak', alt: '', color: GREEN });
});

test('everybody of the company sees a change at once, viewers too, and has no section to change it', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const viewer = await makeUser(company.superadmin, company.path, { role_id: 'viewer' });
  const here = await open(viewer);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByText('No leads yet').waitFor();
  expect(await shown(page)).toEqual({ text: 'Leadline' });

  // It is told by the connection that is opened behind the screen.
  await expect
    .poll(async () => {
      await brand(company, { name: LONG, logo: SQUARE });
      return shown(page);
    })
    .toEqual({ text: LONG, alt: '', color: GREEN });
  expect(await page.title()).toBe(`Leads · ${LONG}`);
  await inspect(here, 'a long name');
  expect(await page.getByRole('link', { name: 'Company' }).count()).toBe(0);
});

test('whoever goes to another company sees its logo from the first moment, and never the former one', async ({
  open,
}) => {
  const [first, second] = await Promise.all([
    makeCompanyWithUsers({ name: 'Acme Plumbing' }),
    makeCompanyWithUsers({ name: 'Brightwater' }),
  ]);
  await Promise.all([
    brand(first, { name: 'Northpeak', logo: SQUARE }),
    brand(second, { name: 'Southgate', logo: WIDE }),
  ]);
  const { page } = await open(await memberOfAll([first, second]));
  // Notes all that ever stands at the top left, per page.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const element = document.querySelector<HTMLElement>('.rail > .brand');
      if (element !== null)
        seen.add(`${element.innerText.trim()}|${element.querySelector('img')?.src ?? ''}`);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const seenSince = (): Promise<string[]> =>
    page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  await page.goto(`/console/${first.companyId}/leads`);
  await page.getByText('No leads yet').waitFor();
  await expect.poll(() => shown(page)).toMatchObject({ text: 'Northpeak', color: GREEN });

  await page.getByRole('button', { name: 'Company: Acme Plumbing' }).click();
  await page.getByRole('option', { name: 'Brightwater' }).click();
  await page.getByRole('button', { name: 'Company: Brightwater' }).waitFor();
  await expect.poll(() => shown(page)).toMatchObject({ alt: 'Southgate', color: [200, 60, 20, 255] });
  expect(await page.title()).toMatch(/ · Southgate$/);
  const seen = await seenSince();
  expect(seen).toEqual([
    expect.stringMatching(new RegExp(`^\\|.*/${second.companyId}/brand/logo\\?version=`)),
  ]);
});

test('an invitation says the name, and the sign-in is Leadline’s', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  await brand(company, { name: 'North <b>peak</b>', logo: SQUARE });
  const email = `ida.${crypto.randomUUID()}@acme.test`;
  const invitation = await answerOf<{ link: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/invitations`, { email, role_id: 'viewer' }),
  );
  const here = await open();
  const { page } = here;
  await page.goto(invitation.link);
  await page.getByRole('heading', { name: 'Welcome to Acme Plumbing' }).waitFor();
  expect(await page.locator('.welcome > .brand').innerText()).toBe('North <b>peak</b>');
  expect(await page.title()).toBe('North <b>peak</b>');
  expect(await page.locator('main').innerText()).not.toContain('Leadline');
  expect(await page.locator('main img').count()).toBe(0);

  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.locator('.welcome > .brand').innerText()).toBe('Leadline');
  expect(await page.title()).toBe('Leadline');
});
