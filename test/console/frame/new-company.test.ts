// @vitest-environment happy-dom
/** The page of a new company makes one, whatever becomes of the answer. */
import { h } from 'preact';
import { beforeEach, expect, test } from 'vitest';
import { renewId } from '../../../console/api/kept-id.ts';
import { NewCompanyScreen } from '../../../console/screens/setup/new-company/screen.tsx';
import { type ApiAnswers, refusal, show, type Shown } from '../rendered.ts';

const GET = 'GET /console/session/new';
const POST = 'POST /console/session/new';
const READY = { [GET]: { state: 'ready' } };
const MADE = { company_id: '00000000-0000-4000-8000-000000000001' };

beforeEach(() => renewId('leadline.new-company'));

async function openPage(answers: ApiAnswers): Promise<Shown> {
  const shown = await show(h(NewCompanyScreen, {}), { answers });
  await shown.find.findByRole('heading', { name: 'Create your company' });
  return shown;
}

async function openForm(answers: ApiAnswers): Promise<Shown> {
  const shown = await openPage({ ...READY, ...answers });
  await shown.user.type(await shown.find.findByLabelText('Operator token'), 'the token');
  await shown.user.type(shown.find.getByLabelText('Name'), 'Bright Plumbing');
  return shown;
}

const press = async ({ find, user }: Shown): Promise<void> =>
  user.click(find.getByRole('button', { name: 'Create the company' }));

const idsIn = ({ requests }: Shown): string[] =>
  requests.flatMap(({ method, body }) =>
    method === 'POST' ? [(body as { company_id: string }).company_id] : [],
  );

test('a double click and a lost answer make one company, whose setup opens', async () => {
  let isReachable = false;
  const lost = Promise.withResolvers<never>();
  const shown = await openForm({ [POST]: () => (isReachable ? MADE : lost.promise) });
  await shown.user.dblClick(shown.find.getByRole('button', { name: 'Create the company' }));
  lost.reject(new TypeError('lost'));
  await shown.find.findByText('The server cannot be reached.', { exact: false });
  isReachable = true;
  await press(shown);

  await expect.poll(() => location.pathname).toBe(`/console/${MADE.company_id}/setup`);
  const ids = idsIn(shown);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('the token');
});

test('the same is made after a reload, which this tab has kept the id for', async () => {
  const id = crypto.randomUUID();
  sessionStorage.setItem('leadline.new-company', id);
  const shown = await openForm({ [POST]: MADE });
  await press(shown);

  await expect.poll(() => idsIn(shown)).toEqual([id]);
});

test('after a lost answer other details make another company, with a warning', async () => {
  let isMade = false;
  const shown = await openForm({
    [POST]: () => (isMade ? MADE : refusal(409, 'company_exists', 'There is a company with this id.')),
  });
  await press(shown);
  await shown.find.findByText('An earlier try has made a company with other details.', { exact: false });
  isMade = true;
  await press(shown);

  await expect.poll(() => location.pathname).toBe(`/console/${MADE.company_id}/setup`);
  expect(new Set(idsIn(shown)).size).toBe(2);
});

test('without an operator token the page says what to run, and goes on when that was done', async () => {
  let state = 'no_token';
  const { find, user } = await openPage({ [GET]: () => ({ state }) });
  await find.findByText('npx wrangler secret put OPERATOR_TOKEN', { exact: false });
  state = 'ready';
  await user.click(find.getByRole('button', { name: 'I have done that' }));
  expect(await find.findByLabelText('Operator token')).toBeDefined();
});

test('where another core has the companies, the page says so and leads to the sign-in', async () => {
  const { find } = await openPage({ [GET]: { state: 'remote' } });
  await find.findByText('are at another address', { exact: false });
  const link = find.getByRole('link', { name: 'I already have a company: sign in' });
  expect(link.getAttribute('href')).toBe('/console/');
});
