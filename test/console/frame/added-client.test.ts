// @vitest-environment happy-dom
/** An agency adds a client once, whatever becomes of the answer. */
import { h } from 'preact';
import { beforeEach, expect, test } from 'vitest';
import type { AddedCompanyBody } from '../../../worker/core/reports/agency/adding/reference.ts';
import type { CompanyOverviewBody } from '../../../worker/core/reports/overview/reference.ts';
import { renewId } from '../../../console/api/kept-id.ts';
import { AddClient } from '../../../console/screens/home/companies/adding/dialog.tsx';
import { type ApiAnswers, refusal, show, type Shown } from '../rendered.ts';

const BY = crypto.randomUUID();
const POST = `POST /me/companies/${BY}/clients`;
const ADDED: AddedCompanyBody = {
  company_id: '00000000-0000-4000-8000-000000000001',
  name: 'Dupont',
  template: null,
  invitation: null,
};
const AT = `/console/${ADDED.company_id}/setup`;

/** Opens the dialog of an agency. */
function openDialog(answers: ApiAnswers, mayAdd: number | null = 3): Promise<Shown> {
  const agency = { company_id: BY, name: 'Agency', may_add: mayAdd, role_id: 'superadmin' };
  return show(h(AddClient, { companies: [agency as CompanyOverviewBody] }), {
    at: 'companies?over=add-client',
    answers: {
      'GET /lead_settings/currencies': { currencies: [] },
      'GET /me/companies': [],
      'GET /me/companies/overview': [agency],
      'POST /console/session/company': ({ body }) => ({ ...(body as object), user_id: 'ann', name: 'Ann' }),
      ...answers,
    },
  });
}

const sentIn = ({ requests }: Shown): unknown[] =>
  requests.filter(({ path }) => path.endsWith('/clients')).map(({ body }) => body);

const add = async ({ find, user }: Shown): Promise<void> =>
  user.click(find.getByRole('button', { name: 'Add the client' }));

beforeEach(() => renewId('leadline.added-company'));

test('a double click adds one, and its setup opens', async () => {
  const shown = await openDialog({ [POST]: ADDED });
  await shown.user.type(shown.find.getByLabelText('Name'), 'Dupont');
  await shown.user.dblClick(shown.find.getByRole('button', { name: 'Add the client' }));

  await expect.poll(() => location.pathname).toBe(AT);
  expect(sentIn(shown)).toMatchObject([{ name: 'Dupont', template: null, invite: null }]);
});

test('without an answer what was typed stays, and the same sent again is the same company', async () => {
  let isReachable = false;
  const shown = await openDialog({
    [POST]: () => (isReachable ? ADDED : Promise.reject(new TypeError('offline'))),
  });
  await shown.user.type(shown.find.getByLabelText('Name'), 'Lost');
  await add(shown);
  await shown.find.findByText('The server cannot be reached.', { exact: false });
  expect(shown.find.getByLabelText<HTMLInputElement>('Name').value).toBe('Lost');
  isReachable = true;
  await add(shown);

  await expect.poll(() => location.pathname).toBe(AT);
  const [first, second] = sentIn(shown) as { company_id: string }[];
  expect(second?.company_id).toBe(first?.company_id);
});

test('other contents after a lost answer are another company, with a warning', async () => {
  let isMade = false;
  const shown = await openDialog({
    [POST]: () => (isMade ? ADDED : refusal(409, 'company_exists', 'There is a company with this id.')),
  });
  await shown.user.type(shown.find.getByLabelText('Name'), 'Other');
  await add(shown);
  await shown.find.findByText('An earlier try has added a company with other details', { exact: false });
  isMade = true;
  await add(shown);

  await expect.poll(() => sentIn(shown).length).toBe(2);
  const [first, second] = sentIn(shown) as { company_id: string }[];
  expect(second?.company_id).not.toBe(first?.company_id);
});

test('a setup that cannot be opened yet is opened later, and the company is made once', async () => {
  let isReachable = false;
  const shown = await openDialog({
    [POST]: ADDED,
    'POST /console/session/company': () =>
      isReachable ? { company_id: ADDED.company_id } : Promise.reject(new TypeError('offline')),
  });
  await shown.user.type(shown.find.getByLabelText('Name'), 'Later');
  await add(shown);
  await shown.find.findByText('Dupont is added.');
  await shown.find.findByText('The server cannot be reached.', { exact: false });
  isReachable = true;
  await shown.user.click(shown.find.getByRole('button', { name: 'Open its setup' }));

  await expect.poll(() => location.pathname).toBe(AT);
  expect(sentIn(shown)).toHaveLength(1);
});

test('a link that was not mailed is handed over, and settings that were not copied are tried again', async () => {
  const invitation = { email: 'cleo@dupont.example', is_mailed: false };
  const template = { status: 'no_answer', detail: 'Acme did not answer.' };
  const shown = await openDialog({
    [POST]: { ...ADDED, invitation, template, link: 'https://leadline.example/console/link#abc' },
  });
  await shown.user.type(shown.find.getByLabelText('Name'), 'Dupont');
  await add(shown);
  await shown.find.findByText('give this link to cleo@dupont.example yourself', { exact: false });
  shown.find.getByText('https://leadline.example/console/link#abc');
  shown.find.getByText('Its settings were not copied: Acme did not answer.', { exact: false });
  await shown.user.click(shown.find.getByRole('button', { name: 'Try again' }));

  await expect.poll(() => sentIn(shown).length).toBe(2);
  expect(sentIn(shown)[1]).toEqual(sentIn(shown)[0]);
});

test.for([
  [0, 'Ask your Leadline operator to allow it', 'a super admin without an allowance'],
  [null, 'Clients are added by super admins.', 'somebody else'],
] as const)('with %s places, “%s” tells %s what to do', async ([mayAdd, text]) => {
  const { find } = await openDialog({}, mayAdd);
  find.getByText(text, { exact: false });
  expect(find.queryByRole('textbox')).toBeNull();
});
