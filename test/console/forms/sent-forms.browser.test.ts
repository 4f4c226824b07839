/** The forms of visitors on a lead's timeline: whatever they contain is text. */
import { beforeAll, expect } from 'vitest';
import type { PeopledCompany } from '../../harness/builders.ts';
import {
  type Field,
  freshEmail,
  leadOf,
  makeFormCompany,
  sendForm,
} from '../../worker/core/phone/forms/sending.ts';
import { inspect } from '../console.ts';
import { test } from '../console-test.ts';

const HARM = 'document.body.id = 1';
const SCRIPT = `<script>${HARM}</script>`;
const PICTURE = `<img src=x onerror="${HARM}">`;
const LINK = `javascript:${HARM}`;

let company: PeopledCompany;
let leadId: string;

beforeAll(async () => {
  company = await makeFormCompany();
  const email = freshEmail();
  const fields: Field[] = [
    ['Your name', PICTURE, 'text', 'name', 'name'],
    ['E-mail', email, 'email', 'email', 'mail'],
    [SCRIPT, LINK, 'text', '', 'field'],
    ['Comment', `${SCRIPT} ${'w'.repeat(1_500)}`, 'textarea', '', 'comment'],
  ];
  await sendForm(company.companyId, { form: PICTURE, fields, time: 20_000 });
  leadId = (await leadOf(company, email)).lead_id;
});

test('scripts and pictures in a form are shown as text, and nothing runs', async ({ open }) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads/${leadId}`);
  const answers = page.locator('dl.answers');
  await answers.waitFor();

  expect(await answers.innerText()).toContain(PICTURE);
  expect(await answers.innerText()).toContain(SCRIPT);
  expect(await answers.innerText()).toContain(LINK);
  expect(await answers.locator('img, script, a[href^="javascript"]').count()).toBe(0);
  expect(await page.getByText(/Spam\? .*code in the text/).count()).toBe(1);
  expect(await page.locator('body').getAttribute('id')).toBeNull();
  await inspect(here, 'a form on the timeline');
});
