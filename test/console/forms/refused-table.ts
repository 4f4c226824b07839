/** Every form of the console, and how one that is refused is shown; or why its form has nothing that can be refused. */
import type { ComponentType } from 'preact';
import { ByLink } from '../../../console/frame/welcome/by-link.tsx';
import { Forgotten } from '../../../console/frame/welcome/forgotten.tsx';
import { SignInForm } from '../../../console/frame/sign-in.tsx';
import type { FormName } from '../../../console/forms/forms.ts';
import { OptOuts } from '../../../console/screens/calls/opt-outs.tsx';
import { RemarksForm } from '../../../console/screens/calls/remarks/remarks-form.tsx';
import { BrandPart } from '../../../console/screens/company/brand/brand.tsx';
import { PlatformForm } from '../../../console/screens/company/conversions/platform-form.tsx';
import { RuleForm } from '../../../console/screens/company/conversions/rule-form.tsx';
import { Retention } from '../../../console/screens/company/data/retention-form.tsx';
import { CurrencyList } from '../../../console/screens/company/lists/currency-list.tsx';
import { fieldOf } from '../../../console/screens/company/rules/rule.ts';
import { RuleForm as CallRuleForm } from '../../../console/screens/company/rules/rule-form.tsx';
import { FieldForm } from '../../../console/screens/company/lists/field-form.tsx';
import { GroupList } from '../../../console/screens/company/lists/group-list.tsx';
import { StateList } from '../../../console/screens/company/lists/state-list.tsx';
import { TemplateList } from '../../../console/screens/company/lists/template-list.tsx';
import { ChannelForm } from '../../../console/screens/company/chat/channel-form.tsx';
import { OptionsForm } from '../../../console/screens/company/options/options-form.tsx';
import { RotateSecret } from '../../../console/screens/company/webhooks/rotate-secret.tsx';
import { WebhookForm } from '../../../console/screens/company/webhooks/webhook-form.tsx';
import { AddClient } from '../../../console/screens/home/companies/adding/dialog.tsx';
import { CopySettings } from '../../../console/screens/home/companies/copying/dialog.tsx';
import { ImportScreen } from '../../../console/screens/leads/import/screen.tsx';
import { BulkScreen } from '../../../console/screens/leads/bulk/screen.tsx';
import { select } from '../../../console/screens/leads/table/selection.ts';
import { NewLead } from '../../../console/screens/leads/dialogs/new-lead.tsx';
import { EditView, SaveView } from '../../../console/screens/leads/dialogs/view-dialogs.tsx';
import { LeadScreen } from '../../../console/screens/leads/lead/screen.tsx';
import { NoteEdit } from '../../../console/screens/leads/lead/timeline/note-edit.tsx';
import { NewReminder } from '../../../console/screens/leads/lead/reminders/new-reminder.tsx';
import { CapDialog } from '../../../console/screens/numbers/bought/cap.tsx';
import { NumbersScreen } from '../../../console/screens/numbers/screen.tsx';
import { SiteCheck } from '../../../console/screens/site/site-check.tsx';
import { Invitations } from '../../../console/screens/people/invitations/invitations.tsx';
import { KeyForm } from '../../../console/screens/people/key-form.tsx';
import { Notifications } from '../../../console/screens/people/notifications.tsx';
import { Passkeys } from '../../../console/screens/people/passkeys/section.tsx';
import { Profile } from '../../../console/screens/people/profile.tsx';
import { Confirm } from '../../../console/screens/people/second-factor/confirm.tsx';
import { SecondFactor } from '../../../console/screens/people/second-factor/section.tsx';
import { SetUp } from '../../../console/screens/people/second-factor/set-up.tsx';
import { UserForm } from '../../../console/screens/people/user-form.tsx';
import { CostForm } from '../../../console/screens/reports/costs/cost-form.tsx';
import { CostImport } from '../../../console/screens/reports/costs/cost-import.tsx';
import { FeedForm } from '../../../console/screens/reports/costs/feed-form.tsx';
import { ReportForm } from '../../../console/screens/reports/saved/report-form.tsx';
import { ShareReport } from '../../../console/screens/reports/saved/share-report.tsx';
import { SaveReport } from '../../../console/screens/reports/saved/save-report.tsx';
import { DefaultNumberStep } from '../../../console/screens/setup/default-number-step.tsx';
import { NewCompanyForm } from '../../../console/screens/setup/new-company/new-company-form.tsx';
import type { Shown, ShowOptions } from '../rendered.ts';
import { boughtAnswers, offer } from '../screens/numbers/bought-numbers.ts';
import { publishedWith, settingsAnswers } from '../screens/numbers/settings-server.ts';
import {
  BOUGHT,
  CALL,
  CHOICES,
  COMPANIES,
  COST_FILE,
  FACTOR,
  ID,
  IMPORTED,
  LEAD,
  LEAD_FIELDS,
  NO_FACTOR,
  NOTE,
  OPTIONS,
  SPEECH,
  OTHER_ID,
  PASSKEY,
  PLATFORM,
  PROFILE,
  REPORT,
} from './refused-answers.ts';

/** A form whose values are refused. */
export interface RefusedForm extends ShowOptions {
  form: ComponentType<never>;
  props?: object;
  /** What has happened before. */
  before?: () => void;
  /** What leads to the form. */
  reach?: (shown: Shown) => Promise<void>;
  /** Values that are sent and that the form has no field for. */
  unplaced?: RegExp;
  /** Returns the name of the field for a value that is sent under another one. */
  fieldOf?: (path: string) => string;
  /** Fields that are filled in and not sent under their name. */
  unsent?: RegExp;
  /** A read that is refused in place of writes: `GET /numbers/available`. */
  asks?: string;
}

/** A form that sends nothing by itself, and why. */
export interface NotSent {
  because: string;
}

type More = Omit<RefusedForm, 'form'>;

const of = (form: unknown, more: More = {}): RefusedForm => ({ form: form as ComponentType<never>, ...more });

/** A form on the screen of the lead. */
const onLead = (more: More & { query?: string }): RefusedForm => {
  const { query = '', ...rest } = more;
  return of(LeadScreen, { ...rest, at: `leads/${ID}${query}` });
};

/** A form on the screen of the numbers. */
const onNumbers = (at: string, more: More = {}): RefusedForm =>
  of(NumbersScreen, {
    ...more,
    at: `numbers/${at}`,
    answers: {
      ...settingsAnswers(publishedWith()),
      ...boughtAnswers([]),
      'GET /calls/accounts/addresses': { carriers: [] },
      ...more.answers,
    },
  });

const press =
  (text: string | RegExp) =>
  async ({ find, user }: Shown): Promise<void> =>
    user.click(await find.findByText(text, { selector: 'button, button *, a' }));

const choosing =
  (label: string) =>
  async ({ find, user }: Shown): Promise<void> =>
    user.click(await find.findByLabelText(label));

const upload =
  (name: string, text: string) =>
  async ({ find, user }: Shown): Promise<void> => {
    await user.upload(await find.findByLabelText(name), new File([text], 'rows.csv', { type: 'text/csv' }));
  };

/** Opens the editor of a value of the lead. */
const edit =
  (label: string, type = '') =>
  async ({ find, user }: Shown): Promise<void> => {
    await user.click((await find.findByText(`Edit ${label}:`)).closest('button') as Element);
    // It waits for the currencies.
    if (type === 'currency') await find.findByLabelText(label, { selector: 'input' });
  };

const IN_DRAFT: NotSent = { because: 'It changes a draft, which is refused when it is published.' };
const FOUND = [
  offer('+15125550170', { monthly_price: null }),
  offer('+15125550171', { monthly_price: null }),
];

export const FORM_TABLE: Record<FormName, RefusedForm | Record<string, RefusedForm> | NotSent> = {
  callers: IN_DRAFT,
  locations: IN_DRAFT,
  menu: IN_DRAFT,
  numbers: IN_DRAFT,
  paste: IN_DRAFT,
  rules: IN_DRAFT,
  site: IN_DRAFT,
  sources: IN_DRAFT,
  'special-days': IN_DRAFT,
  visit: {
    because: 'It is never sent: what is chosen stands in the address. A test of its own has its faults.',
  },

  'add-client': of(AddClient, {
    props: { companies: [{ company_id: ID, name: 'Acme', may_add: 3 }] },
    // The details of the chosen currency are those of the company, and its id is made here.
    unplaced: /^\/(?:company_id$|currency\/)/,
    unsent: /^\/currency$/,
  }),
  'branch-numbers': onNumbers('bought?over=branch-numbers', {
    answers: {
      ...settingsAnswers(publishedWith({ numbers: [] })),
      'POST /numbers/plan': {
        places: [
          { location_id: 'austin', reach: 'near', numbers: FOUND.slice(0, 1) },
          { location_id: 'denver', reach: 'near', numbers: FOUND.slice(1) },
          ...['seattle', 'new-york'].map((id) => ({ location_id: id, reach: null, numbers: [] })),
        ],
      },
    },
    reach: async ({ find }) => void (await find.findByText('4 locations: 2 numbers near them.')),
    fieldOf: (path) =>
      path.replace(/^\/numbers\/0\/.*/, '/numbers/austin').replace(/^\/numbers\/1\/.*/, '/numbers/denver'),
    unplaced: /^\/(?:carrier|account_id)$/,
  }),
  brand: of(BrandPart, { answers: { 'GET /brand': { name: null, logo: null } } }),
  bulk: {
    tags: bulk('tags'),
    state: bulk('change_state'),
    assign: bulk('assign'),
    remove: bulk('remove'),
  },
  'buy-numbers': onNumbers('bought?over=buy', {
    answers: { 'GET /numbers/available': { numbers: FOUND } },
    reach: async (shown) => {
      await shown.user.selectOptions(await shown.find.findByLabelText('Location'), 'Austin');
      await press('Search')(shown);
      await choosing('Select (512) 555-0170')(shown);
      await choosing('Select (512) 555-0171')(shown);
    },
    fieldOf: (path) =>
      path
        .replace(/^\/numbers\/\d\/monthly_price/, '/monthly_price')
        .replace(/^(\/numbers)\/(\d)/, '$1/+1512555017$2')
        .replace(/\/number$/, ''),
    // Named by the place, as the carrier has them.
    unplaced: /^\/(?:carrier|account_id|numbers\/.*\/(?:name|place))$/,
  }),
  'call-trial': onNumbers('phone', { unplaced: /^\/settings/ }),
  carrier: onNumbers('phone?over=carrier', {
    fieldOf: (path) => path.replace(/^\/carriers\/1/, ''),
    unplaced: /^\/(?:api\/user|carriers\/0|defaults|locations|numbers|blocked|unlisted_numbers)/,
  }),
  comment: onLead({ reach: press('Comment') }),
  confirm: of(Confirm, {
    props: { email: 'sue@example.com', onDone: () => undefined },
    answers: { 'POST /me/confirmation/begin': { password: 'with_code' } },
  }),
  'copy-settings': of(CopySettings, {
    answers: { 'GET /me/companies': COMPANIES },
    reach: choosing('Bolt'),
    unplaced: /^\/to\/0\/company_id$/,
    unsent: /^\/(?:from|search)$/,
  }),
  cost: of(CostForm),
  'cost-feed': of(FeedForm, {
    props: { feed: undefined },
    reach: async ({ find, user }) => {
      await user.type(await find.findByLabelText('Address of the CSV file'), 'https://example.com/costs');
      await find.findByText('The first rows as they are read');
    },
    unplaced: /^\/(?:mapping\/.*|decimal|days|spread|new_sources)$/,
    answers: {
      'POST /costs/feeds/check': {
        columns: [
          { name: 'Day', samples: ['2026-11-02'] },
          { name: 'Cost', samples: ['12.5'] },
        ],
        file: COST_FILE,
        removed: 0,
        errors: [],
      },
    },
  }),
  costs: of(CostImport, {
    reach: async ({ find, user }) => {
      await user.type(await find.findByRole('textbox'), 'Day,Cost\n2026-11-02,12.5');
      await find.findByText('Save 1 cost');
    },
    unplaced: /^\/(?:mapping|dry_run)$/,
    unsent: /^\/rows$/,
    answers: { 'POST /costs/import?dry_run=true': COST_FILE },
  }),
  currencies: of(CurrencyList, { unplaced: /\/(?:unit|company_default)$/ }),
  'default-number': of(DefaultNumberStep, {
    props: { facts: { default_number: null, domains: [] }, settings: { published: { locations: [] } } },
    answers: { 'GET /settings': OPTIONS, 'GET /dni/api/settings': null },
    fieldOf: (path) => path.replace(/^\/targets\/0\/.*/, '/default_number'),
    // What it begins with.
    unplaced: /^\/(?!default_number|domains)/,
    // It is saved afterwards.
    unsent: /^\/time_zone$/,
  }),
  erase: onLead({ query: '?over=erase' }),
  field: of(FieldForm, {
    props: { answer: { body: [], etag: '1' }, field: undefined },
    fieldOf: (path) => path.replace(/^\/0/, ''),
    unplaced: /^\/(?:name|cardinality|print_lines)$/,
  }),
  forgotten: of(Forgotten),
  groups: of(GroupList, {
    answers: { 'GET /lead_settings/groups': [{ id: ID, label: 'Sales', deletable: true }] },
    unplaced: /^\/0\/(?:id|deletable)$/,
  }),
  import: of(ImportScreen, {
    reach: async (shown) => {
      await upload('Excel or CSV file', 'name,email\nAnn,ann@example.com\n')(shown);
      await shown.find.findByText('Import 1 row');
    },
    unplaced: /^\/(?:mapping|dry_run)$/,
    answers: { 'POST /leads/import?dry_run=true': IMPORTED },
  }),
  'import-numbers': onNumbers('bought?over=import-numbers', {
    answers: {
      'GET /numbers/importable': { numbers: [{ number: '+15125550140', is_known: false, changes: [] }] },
    },
    reach: choosing('Select (512) 555-0140'),
    unplaced: /^\/(?:carrier|account_id|numbers)/,
  }),
  invite: of(Invitations, {
    at: 'people/users?over=invite',
    answers: {
      'GET /me/companies': COMPANIES,
    },
    reach: choosing('Bolt'),
  }),
  key: of(KeyForm),
  'lead-value': {
    name: onLead({ reach: edit('Name') }),
    phones: onLead({ reach: edit('Phones') }),
    emails: onLead({ reach: edit('E-mails') }),
    source: onLead({ reach: edit('Source') }),
    tags: onLead({ reach: edit('Tags') }),
    group: onLead({ reach: edit('Group') }),
    ...Object.fromEntries(
      LEAD_FIELDS.map(({ label, type }) => [label, onLead({ reach: edit(label, type) })]),
    ),
  },
  link: {
    invitation: of(ByLink, {
      props: { link: 'link' },
      answers: { 'POST /auth/link': { kind: 'invitation', email: 'sue@example.com', company_name: 'Acme' } },
      unplaced: /^\/link$/,
    }),
    password: of(ByLink, {
      props: { link: 'link' },
      answers: { 'POST /auth/link': { kind: 'password', email: 'sue@example.com' } },
      unplaced: /^\/link$/,
    }),
  },
  merge: onLead({
    query: `?over=merge&with=${OTHER_ID}`,
    answers: {
      [`GET /leads/${OTHER_ID}`]: { ...LEAD, lead_id: OTHER_ID, name: 'Bo' },
      [`POST /leads/${ID}/merge?dry_run=true`]: {
        preview: LEAD,
        conflicts: [{ field: 'name', winner: 'primary' }],
      },
    },
    reach: choosing('Bo'),
    unplaced: /^\/(?:with|retain_fields|merge_fields)/,
  }),
  'new-company': of(NewCompanyForm, { unplaced: /^\/company_id$/ }),
  'new-lead': of(NewLead),
  'new-reminder': of(NewReminder, { props: { lead: LEAD } }),
  note: onLead({}),
  'note-edit': of(NoteEdit, {
    props: { event: NOTE, leadId: ID, end: () => undefined },
    answers: { [`GET /leads/${ID}/events`]: { events: [NOTE], count: 1 } },
  }),
  'notification-choices': of(Notifications, {
    answers: { 'GET /notifications/choices': CHOICES },
    // Boxes that are checked or not.
    unplaced: /^\/kinds\//,
  }),
  'number-cap': of(CapDialog, {
    props: { bought: BOUGHT, settings: {} },
    answers: { 'GET /numbers': BOUGHT },
  }),
  'number-search': onNumbers('bought?over=buy', {
    asks: 'GET /numbers/available',
    unplaced: /^\/(?:carrier|account_id|limit)$/,
    unsent: /^\/way$/,
  }),
  'opt-out': of(OptOuts, { answers: { 'GET /opt_outs': { opt_outs: [] } } }),
  options: of(OptionsForm, {
    answers: { 'GET /settings': OPTIONS, 'GET /calls/transcripts/usage': SPEECH },
    unplaced: /^\/retention\//,
    reach: async ({ find }) => void (await find.findByLabelText('Minutes a month at most')),
  }),
  'own-password': of(Profile, { answers: { 'GET /me': PROFILE, 'GET /me/second_factor': NO_FACTOR } }),
  'own-phone': of(Profile, { answers: { 'GET /me': PROFILE, 'GET /me/second_factor': NO_FACTOR } }),
  'passkey-name': of(Passkeys, {
    props: { email: 'sue@example.com' },
    answers: { 'GET /me/passkeys': [PASSKEY] },
    reach: press('Rename'),
  }),
  platform: of(PlatformForm, { props: { answer: { body: PLATFORM, etag: '1' } } }),
  'call-rule': of(CallRuleForm, { props: { answer: { body: [], etag: '1' }, rule: undefined }, fieldOf }),
  remarks: of(RemarksForm, {
    props: { call: CALL, leave: () => undefined },
    answers: { [`GET /calls/${ID}`]: CALL },
  }),
  retention: of(Retention, {
    answers: { 'GET /settings': OPTIONS, 'POST /leads/bulk?dry_run=true': { count: 0 } },
    unplaced: /^\/(?!retention\/)|calls_without_lead/,
  }),
  rule: of(RuleForm, {
    props: { ruleId: undefined, platforms: [{ platform: 'meta', label: 'Meta', enabled: true }] },
    unsent: /^\/value$/,
  }),
  'save-report': of(SaveReport, { unplaced: /^\/(?:query|is_shared|schedule)/ }),
  'save-view': of(SaveView, { unplaced: /^\/(?:filters|sort)/ }),
  'saved-report': of(ReportForm, {
    props: { reportId: ID },
    answers: { [`GET /reports/saved/${ID}`]: REPORT, 'GET /users': [PROFILE] },
    reach: async ({ find, user }) => {
      await user.selectOptions(await find.findByLabelText('Send it'), 'Every month');
      await user.click(await find.findByLabelText(PROFILE.name));
    },
  }),
  'share-report': of(ShareReport, {
    props: { reportId: ID },
    answers: { [`GET /reports/saved/${ID}`]: REPORT },
  }),
  'second-factor': of(SecondFactor, {
    props: { email: 'sue@example.com' },
    answers: { 'GET /me/second_factor': FACTOR },
    reach: press('Turn off'),
  }),
  'second-factor-begin': of(SetUp, { props: { email: 'sue@example.com', onDone: () => undefined } }),
  'second-factor-confirm': of(SetUp, {
    props: { email: 'sue@example.com', onDone: () => undefined },
    answers: { 'POST /me/second_factor/begin': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } },
    reach: async (shown) => {
      await shown.user.type(await shown.find.findByLabelText('Password'), 'secret');
      await press('Continue')(shown);
    },
  }),
  secret: of(RotateSecret, { props: { webhookId: ID } }),
  'sign-in': of(SignInForm),
  'site-check': of(SiteCheck, { props: { page: '' } }),
  states: of(StateList, {
    answers: { 'GET /lead_settings/states': [{ name: 'new', label: 'New', color: '#64748b' }] },
    unplaced: /^\/0\/name$/,
  }),
  templates: of(TemplateList, {
    answers: { 'GET /lead_settings/templates': [{ name: 'Hi', text: 'Hello' }] },
  }),
  text: onLead({ reach: press(/^Text to/) }),
  user: of(UserForm),
  view: of(EditView, {
    at: `leads?view=${ID}&over=edit-view`,
    answers: { 'GET /smart_views': [{ smart_view_id: ID, name: 'Mine' }] },
  }),
  'chat-channel': of(ChannelForm, {
    // Shown to companies with several locations.
    unplaced: /^\/locations$/,
    unsent: /^\/(?:events|groups|locations)\//,
  }),
  webhook: of(WebhookForm),
};

function bulk(action: string): RefusedForm {
  return of(BulkScreen, {
    at: `leads?over=bulk&do=${action}`,
    answers: { 'POST /leads/bulk?dry_run=true': { count: 1 } },
    unplaced: /^\/(?:action|lead_ids)/,
    before: () => select([ID], true),
  });
}
