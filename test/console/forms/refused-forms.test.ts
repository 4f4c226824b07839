// @vitest-environment happy-dom
/** A form whose values are refused says so beside each of its fields, in a person's words. */
import { type ComponentType, h } from 'preact';
import { expect, test } from 'vitest';
import { SignInForm } from '../../../console/frame/sign-in.tsx';
import { Forgotten } from '../../../console/frame/welcome/forgotten.tsx';
import type { FormName } from '../../../console/forms/forms.ts';
import { BrandPart } from '../../../console/screens/company/brand/brand.tsx';
import { RuleForm } from '../../../console/screens/company/conversions/rule-form.tsx';
import { Retention } from '../../../console/screens/company/data/retention-form.tsx';
import { OptionsForm } from '../../../console/screens/company/options/options-form.tsx';
import { RotateSecret } from '../../../console/screens/company/webhooks/rotate-secret.tsx';
import { OptOuts } from '../../../console/screens/calls/opt-outs.tsx';
import { RemarksForm } from '../../../console/screens/calls/remarks-form.tsx';
import { NewLead } from '../../../console/screens/leads/dialogs/new-lead.tsx';
import { SaveView } from '../../../console/screens/leads/dialogs/view-dialogs.tsx';
import { NewReminder } from '../../../console/screens/leads/lead/reminders/new-reminder.tsx';
import { SiteCheck } from '../../../console/screens/numbers/site/site-check.tsx';
import { CapDialog } from '../../../console/screens/numbers/bought/cap.tsx';
import { FieldForm } from '../../../console/screens/company/lists/field-form.tsx';
import { Profile } from '../../../console/screens/people/profile.tsx';
import { SetUp } from '../../../console/screens/people/second-factor/set-up.tsx';
import { SaveReport } from '../../../console/screens/reports/saved/save-report.tsx';
import { CostForm } from '../../../console/screens/reports/costs/cost-form.tsx';
import { KeyForm } from '../../../console/screens/people/key-form.tsx';
import { NewCompanyForm } from '../../../console/screens/setup/new-company/new-company-form.tsx';
import { UserForm } from '../../../console/screens/people/user-form.tsx';
import { WebhookForm } from '../../../console/screens/company/webhooks/webhook-form.tsx';
import type { UserEvent } from '@testing-library/user-event';
import { type ApiAnswers, show, typed } from '../rendered.ts';

/** Details of the API in the words of its validator. */
const DETAILS = [
  '"#" is required.',
  '"#": Invalid length: Expected >=1 but received 0',
  '"#": Invalid code points: Expected <=200 but received 201',
  '"#": Invalid type: Expected ("a" | "b") but received "c"',
  '"#": Invalid email: Received "x"',
];
const BY_VALIDATOR = /Invalid |Expected |received|is required|"/;

/** A form: how it is shown, and what it reads. */
interface RefusedForm {
  form: ComponentType<never>;
  props?: object;
  /** Answers to what it reads, in place of nothing. */
  answers?: Record<string, object>;
  /** Opens the form, if it is not there at first. */
  open?: string;
}

const of = (form: unknown, more: Omit<RefusedForm, 'form'> = {}): RefusedForm => ({
  form: form as ComponentType<never>,
  ...more,
});

const ID = '00000000-0000-4000-8000-000000000001';
const LEAD = {
  lead_id: ID,
  name: 'Ann',
  emails: [],
  phones: [],
  source_tags: [],
  lead_fields: {},
  state: 'open',
  lead_group: ID,
};
const CALL = { call_id: ID, tags: [], value: null, lead_status: null, note: null };
const OPTIONS = {
  name: 'Acme',
  default_region: 'US',
  won: { states: [], value_field: null },
  cors_origins: [],
  answer_within_minutes: 30,
  reminder_overdue_minutes: 60,
  time_zone: null,
  retention: {
    removed_leads_days: 30,
    idle_leads_days: 900,
    calls_without_lead_days: 365,
    notifications_days: 90,
    audit_days: 365,
    evidence_days: 90,
  },
  outgoing: {
    countries: null,
    texts_per_lead: 4,
    texts_per_user: 60,
    texts_per_company: 600,
    calls_abroad_per_company: 20,
  },
};
const BOUGHT = { monthly_cost: 5, monthly_cap: 100, numbers: [] };
const NO_FACTOR = { since_time: null, recovery_codes_left: 0, is_required: false };
const PROFILE = { user_id: ID, phone: '', notify_reminders_by_sms: false, email: 'sue@example.com' };

/** The forms with something that can be sent, by their names. */
const FORMS: Partial<Record<FormName, RefusedForm>> = {
  user: of(UserForm),
  key: of(KeyForm),
  webhook: of(WebhookForm),
  cost: of(CostForm),
  'new-company': of(NewCompanyForm),
  'new-lead': of(NewLead),
  'new-reminder': of(NewReminder, { props: { lead: LEAD } }),
  'save-view': of(SaveView),
  'opt-out': of(OptOuts, { answers: { 'GET /opt_outs': { opt_outs: [] } } }),
  remarks: of(RemarksForm, {
    props: { call: CALL, leave: () => undefined },
    answers: { [`GET /calls/${ID}`]: CALL },
  }),
  forgotten: of(Forgotten),
  'sign-in': of(SignInForm),
  brand: of(BrandPart, { answers: { 'GET /brand': { name: null, logo: null } } }),
  retention: of(Retention, { answers: { 'GET /settings': OPTIONS } }),
  options: of(OptionsForm, { answers: { 'GET /settings': OPTIONS } }),
  secret: of(RotateSecret, { props: { webhookId: ID } }),
  rule: of(RuleForm, {
    props: { ruleId: undefined, platforms: [{ platform: 'meta', label: 'Meta', enabled: true }] },
  }),
  'save-report': of(SaveReport),
  'site-check': of(SiteCheck, { props: { page: '' } }),
  'second-factor-begin': of(SetUp, { props: { email: 'sue@example.com', onDone: () => undefined } }),
  'own-password': of(Profile, { answers: { 'GET /me': PROFILE, 'GET /me/second_factor': NO_FACTOR } }),
  'number-cap': of(CapDialog, {
    props: { bought: BOUGHT, settings: {} },
    answers: { 'GET /numbers': BOUGHT },
  }),
  field: of(FieldForm, { props: { answer: { body: [], etag: '1' }, field: undefined } }),
  'own-phone': of(Profile, { answers: { 'GET /me': PROFILE, 'GET /me/second_factor': NO_FACTOR } }),
};

/** The name of the form that is tried. */
let shown: FormName = 'user';

const namedFields = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`form[name="${shown}"] [name^="/"]:not([readonly])`),
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

/** Fills in what is empty, so that the form is sent. */
async function fill(user: UserEvent): Promise<void> {
  for (const field of namedFields()) {
    if (field.disabled || field.type === 'checkbox' || field.type === 'radio') continue;
    if (field.value !== '' && !/^\d+$/.test(field.value)) continue;
    if (field.tagName === 'SELECT') {
      const last = [...(field as unknown as HTMLSelectElement).options].at(-1);
      if (last !== undefined) await user.selectOptions(field, last);
    } else
      await typed(
        user,
        field,
        TYPED[field.type] ?? TYPED[field.inputMode] ?? (field.value === '' ? 'x' : '7'),
      );
  }
}

const TYPED: Record<string, string> = {
  date: '2026-03-02',
  'datetime-local': '2090-03-02T09:00',
  time: '09:00',
  email: 'ann@example.com',
  url: 'https://example.com/',
  tel: '(512) 555-0100',
  number: '7',
  numeric: '7',
  decimal: '7',
};

test.for(Object.entries(FORMS) as [FormName, RefusedForm][])(
  '%s',
  async ([name, { form, props = {}, answers = {}, open }]) => {
    shown = name;
    const all = new Proxy(ANSWERS, { get: (nothing, key) => answers[String(key)] ?? nothing[String(key)] });
    const { find, user, requests } = await show(h(form, props as never), { answers: all });
    if (open !== undefined) await user.click(await find.findByText(open));
    await expect.poll(() => namedFields().length).toBeGreaterThan(0);
    await fill(user);
    const { form: element } = namedFields()[0] ?? {};
    await user.click(element?.querySelector('[type=submit]') as Element);
    await expect.poll(() => requests.some(({ method }) => method !== 'GET')).toBe(true);
    await expect.poll(() => document.querySelector('form [aria-invalid="true"]')).not.toBe(null);

    for (const field of namedFields()) {
      expect([field.name, field.getAttribute('aria-invalid')]).toEqual([field.name, 'true']);
      const notes = document.getElementById(field.getAttribute('aria-describedby') ?? '');
      expect(notes?.querySelector('.fault')?.textContent ?? '').toMatch(/^[A-Z].*\.$/);
    }
    expect(document.body.textContent).not.toMatch(BY_VALIDATOR);
  },
);
