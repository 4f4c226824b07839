// @vitest-environment happy-dom
/** A form whose values are refused says so beside each of its fields, in a person's words. */
import { type ComponentType, h } from 'preact';
import { expect, test } from 'vitest';
import { CostForm } from '../../../console/screens/reports/costs/cost-form.tsx';
import { KeyForm } from '../../../console/screens/people/key-form.tsx';
import { NewCompanyForm } from '../../../console/screens/setup/new-company/new-company-form.tsx';
import { UserForm } from '../../../console/screens/people/user-form.tsx';
import { WebhookForm } from '../../../console/screens/company/webhooks/webhook-form.tsx';
import { type ApiAnswers, show } from '../rendered.ts';

/** Details of the API in the words of its validator. */
const DETAILS = [
  '"#" is required.',
  '"#": Invalid length: Expected >=1 but received 0',
  '"#": Invalid code points: Expected <=200 but received 201',
  '"#": Invalid type: Expected ("a" | "b") but received "c"',
  '"#": Invalid email: Received "x"',
];
const BY_VALIDATOR = /Invalid |Expected |received|is required|"/;

/** Forms with something that can be sent, which begin without data. */
const FORMS: readonly [name: string, form: ComponentType<never>, props: object][] = [
  ['a user', UserForm as ComponentType<never>, {}],
  ['an API key', KeyForm as ComponentType<never>, {}],
  ['a webhook', WebhookForm as ComponentType<never>, {}],
  ['a cost', CostForm as ComponentType<never>, {}],
  ['a company', NewCompanyForm as ComponentType<never>, {}],
];

const namedFields = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('form [name^="/"]'),
];

/** Refuses each field of the form that is sent. */
function refuseAll(): Response {
  const names = [...new Set(namedFields().map(({ name }) => name))];
  const errors = names.map((pointer, at) => ({
    pointer,
    code: 'invalid_parameter',
    detail: String(DETAILS[at % DETAILS.length]).replace('#', pointer.slice(1).replaceAll('/', '.')),
  }));
  const detail = `${errors.length} things are wrong with the request; see errors.`;
  return Response.json(
    { code: 'invalid_parameter', title: 'Invalid', status: 400, detail, errors },
    { status: 400 },
  );
}

/** Answers every question with nothing, and every write with a refusal. */
const ANSWERS = new Proxy<ApiAnswers>(
  {},
  {
    get: (_, key) => {
      const request = String(key);
      if (!request.startsWith('GET ')) return refuseAll;
      return /currencies|reports/.test(request) ? { currencies: [], rows: [] } : [];
    },
  },
);

test.for(FORMS)('%s', async ([, form, props]) => {
  const { find, user, requests } = await show(h(form, props as never), { answers: ANSWERS });
  await expect.poll(() => namedFields().length).toBeGreaterThan(0);
  const { form: element } = namedFields()[0] ?? {};
  await user.click(element?.querySelector('[type=submit]') as Element);
  await find.findAllByText(/corrected/);

  expect(requests.some(({ method }) => method !== 'GET')).toBe(true);
  for (const field of namedFields()) {
    expect([field.name, field.getAttribute('aria-invalid')]).toEqual([field.name, 'true']);
    const notes = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(notes?.querySelector('.fault')?.textContent ?? '').toMatch(/^[A-Z].*\.$/);
  }
  expect(document.body.textContent).not.toMatch(BY_VALIDATOR);
});
