/**
 * Every form of the console, and how it is tried: what is typed into it, how it is saved, what somebody else does beside it
 * meanwhile. A form that has no row here is a fault of types.
 */
import type { FormName } from '../../../console/forms/forms.ts';
import { sendAs } from '../../harness/client.ts';
import { STATES } from '../sales-company.ts';
import { BOUGHT_FORMS } from './bought-forms.ts';
import { PEOPLE_FORMS } from './people-forms.ts';
import { RULE_FORMS } from './rule-forms.ts';
import { choice, edit, field, type FormRow, type NotTried, WORDS } from './form-rows.ts';
import {
  austinRenamed,
  brandBeside,
  callersBeside,
  fresh,
  listBeside,
  noteBeside,
  notesOf,
  publishedBeside,
  read,
  send,
  settingsBeside,
  settingsOfNumbers,
  viewBeside,
  platformBeside,
  reportBeside,
} from './neighbours.ts';

export const FORM_TABLE: Record<FormName, FormRow | NotTried> = {
  ...BOUGHT_FORMS,
  ...PEOPLE_FORMS,
  ...RULE_FORMS,
  'add-client': {
    because: 'It opens another company afterwards; that it adds one once is a test of its own.',
  },
  bulk: {
    at: 'leads?over=bulk&do=change_state',
    reach: async (page) => {
      await page.getByLabel('Select the leads of this page').check();
      await page.locator('.selection').getByRole('link', { name: 'Change state' }).click();
      await page.getByRole('button', { name: /^Change the state of \d/ }).waitFor();
    },
    ...choice('State', ['contacted', 'won']),
    submit: /^Change/,
    saves: /\/leads\/bulk$/,
    stub: { bulk_id: '00000000-0000-4000-8000-000000000000', status: 'done', changed: 1, failed: 0 },
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'call-trial': { because: 'It asks who would ring and saves nothing.' },
  callers: {
    at: 'numbers/phone?over=callers',
    ...field('Blocked callers'),
    words: ['(512) 555-0177', '(512) 555-0178'],
    submit: 'Save to draft',
    onLeaving: 'asked',
    neighbour: callersBeside(),
  },
  carrier: {
    at: 'numbers/phone?over=carrier',
    ...field('Account SID'),
    words: [`AC${'1'.repeat(32)}`, `AC${'2'.repeat(32)}`],
    type: async (form, words) => {
      // Each carrier has fields of its own.
      await form.getByLabel('Carrier', { exact: true }).selectOption('twilio');
      await field('Account SID').type(form, words);
    },
    complete: async (form) => form.getByLabel('Auth token', { exact: true }).fill('token'),
    submit: 'Save',
    saves: /\/calls\/settings$/,
    onLeaving: 'asked',
    neighbour: callersBeside(),
  },
  comment: {
    at: 'leads/<annId>',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
    },
    ...field('New comment'),
    submit: 'Add comment',
    saves: /\/comments$/,
    onLeaving: 'kept',
    neighbour: noteBeside(),
  },
  currencies: {
    at: 'company/currencies',
    ...field('Name'),
    submit: 'Save',
    saves: /\/lead_settings\/currencies$/,
    onLeaving: 'asked',
    neighbour: listBeside('currencies', (list) => {
      const { currencies } = list as { currencies: { name: string }[] };
      return {
        currencies: currencies.map((each, index) =>
          index === 0 ? { ...each, name: fresh('Dollar') } : each,
        ),
      };
    }),
  },
  'default-number': {
    at: 'setup',
    isNew: true,
    ...field('Your site'),
    words: ['half.example', 'half-and-more.example'],
    complete: async (form) => form.getByLabel('The number on your pages').fill('(512) 555-0100'),
    submit: 'Save',
    saves: /\/dni\/api\/companies\/[^/]+\/settings$/,
    onLeaving: 'asked',
    neighbour: publishedBeside(() => ({ domains: ['theirs.example'] }), { isTold: true }),
  },
  erase: { because: 'nothing can be typed into it; that it is done once is a test of its own' },
  field: {
    at: 'company/fields?over=field&id=rooms',
    ...field('Group'),
    submit: 'Save',
    saves: /\/lead_settings\/fields$/,
    onLeaving: 'asked',
    neighbour: listBeside('fields', (list) =>
      (list as { name: string }[]).map((each) =>
        each.name === 'rooms' ? { ...each, label: fresh('Rooms') } : each,
      ),
    ),
  },
  groups: {
    at: 'company/groups',
    ...field('Name of group 1'),
    submit: 'Save',
    saves: /\/lead_settings\/groups$/,
    onLeaving: 'asked',
    neighbour: listBeside('groups', (list) =>
      (list as object[]).map((each, index) => (index === 0 ? { ...each, label: fresh('Group') } : each)),
    ),
  },
  import: {
    at: 'leads?over=import',
    type: async (form, words) => {
      const buffer = Buffer.from(`name,email\n${words},${words.length}.half@example.com\n`);
      await form.getByLabel('CSV file').setInputFiles({ name: `${words}.csv`, mimeType: 'text/csv', buffer });
    },
    said: async (form) => ((await form.locator('.file b').textContent()) ?? '').replace(/\.csv$/, ''),
    words: WORDS,
    complete: async (form) => form.getByRole('button', { name: 'Import 1 row' }).waitFor(),
    submit: /^Import/,
    saves: /\/leads\/import\?(?!.*dry_run=true)/,
    endsForm: true,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'copy-settings': { because: 'It asks what would change; that a copy is made once is a test of its own.' },
  cost: {
    at: 'reports/costs?over=cost',
    ...field('Campaign'),
    complete: async (form) => {
      await form.getByLabel('Day').fill('2026-11-02');
      await form.getByLabel('Amount').fill('12.50');
    },
    submit: 'Save cost',
    saves: /\/costs$/,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'cost-feed': { because: 'It reads a published file; a test of its own has what becomes of it.' },
  costs: {
    at: 'reports/costs?over=costs',
    type: async (form, words) => {
      await form.getByRole('textbox').fill(`Day,Source,Cost\n2026-11-02,${words},12.5\n`);
    },
    said: async (form) => (await form.getByRole('textbox').inputValue()).split(/[\n,]/)[4] ?? '',
    words: WORDS,
    complete: async (form) => {
      // The words name a source that the company does not have.
      await form.getByRole('button', { name: 'Keep these sources' }).click();
      await form.getByRole('button', { name: 'Save 1 cost' }).waitFor();
    },
    submit: /^Save/,
    saves: /\/costs\/import\?(?!.*dry_run=true)/,
    endsForm: true,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  key: {
    at: 'people/keys?over=key',
    ...field('Name'),
    submit: 'Create key',
    saves: /\/api_keys$/,
    isSecret: true,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'lead-value': {
    at: 'leads/<annId>',
    reach: (page) => edit(page, 'Edit Company'),
    ...field('Company'),
    submit: /^Save/,
    saves: /\/modify$/,
    onLeaving: 'asked',
    neighbour: {
      does: ({ superadmin, path, annId }) =>
        sendAs(superadmin, 'POST', `${path}/leads/${annId}/modify`, {
          lead_fields: { company_name: [fresh('Lee')] },
        }),
      theirs: async (company) =>
        ((await read(company, `${company.path}/leads/${company.annId}`)) as { lead_fields: object })
          .lead_fields,
      isTold: true,
    },
  },
  locations: {
    at: 'numbers/locations?over=location&key=austin',
    ...field('Name'),
    submit: 'Save to draft',
    onLeaving: 'asked',
    neighbour: publishedBeside(austinRenamed, { isTold: true }),
  },
  merge: {
    at: 'leads/<annId>?over=merge&with=<otherId>',
    type: async (form, words) => form.getByRole('radio', { name: words, exact: true }).check(),
    said: async (form) =>
      (await form.locator('input[type="radio"][name="winner name"]:checked').getAttribute('aria-label')) ??
      '',
    words: ['Bo Lee', 'Ann Lee'],
    submit: 'Merge leads',
    saves: /\/merge$/,
    stub: {},
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'new-lead': {
    at: 'leads?over=new',
    ...field('Name'),
    complete: async (form) => form.getByLabel('E-mail').fill(`${fresh('half').replace(' ', '')}@example.com`),
    submit: 'Create lead',
    saves: /\/leads\/create$/,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'new-reminder': {
    at: 'leads/<annId>?over=reminder',
    ...field('What to do'),
    submit: 'Set reminder',
    saves: /\/reminder$/,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  note: {
    at: 'leads/<annId>',
    ...field('New note'),
    submit: 'Add note',
    saves: /\/note$/,
    onLeaving: 'kept',
    neighbour: noteBeside(),
  },
  'note-edit': {
    at: 'leads/<annId>',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Note actions' }).first().click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
    },
    ...field('Note'),
    submit: /^Save/,
    saves: /\/note\/[^/]+$/,
    onLeaving: 'asked',
    neighbour: {
      does: async (company) => {
        const notes = await notesOf(company);
        return send(company, 'POST', `${company.path}/leads/${company.annId}/note/${notes[0]?.event_id}`, {
          message: fresh('Changed'),
        });
      },
      theirs: async (company) => (await notesOf(company))[0]?.message,
      isTold: true,
    },
  },
  numbers: {
    at: 'numbers/numbers?over=number',
    ...field('Tracking number'),
    words: ['(512) 555-0177', '(512) 555-0178'],
    submit: /draft$/,
    onLeaving: 'asked',
    neighbour: settingsOfNumbers(),
  },
  'opt-out': {
    at: 'calls/opt-outs',
    ...field('Phone number that wants no texts and calls'),
    words: ['(512) 555-0177', '(512) 555-0178'],
    submit: 'Opt out',
    saves: /\/opt_outs$/,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  brand: {
    at: 'company/brand',
    ...field('Name'),
    submit: 'Save the name',
    saves: /\/brand$/,
    onLeaving: 'asked',
    neighbour: brandBeside(),
  },
  options: {
    at: 'company/options',
    ...field('Name'),
    submit: 'Save options',
    saves: /\/settings$/,
    onLeaving: 'asked',
    neighbour: settingsBeside(),
  },
  paste: {
    at: 'numbers/locations?over=paste',
    type: async (form, words) => {
      await form.getByRole('textbox').fill(`Name,City,Latitude,Longitude\n${words},Austin,30.1,-97.1\n`);
    },
    said: async (form) => (await form.getByRole('textbox').inputValue()).split(/[\n,]/)[4] ?? '',
    words: WORDS,
    complete: async (form) => form.getByLabel('Name becomes').waitFor({ state: 'attached' }),
    submit: /^Add .*draft$/,
    onLeaving: 'asked',
    neighbour: settingsOfNumbers(),
  },
  platform: {
    at: 'company/conversions/google_ads',
    ...field('Conversion action'),
    submit: 'Save',
    saves: /\/conversions\/platforms\/google_ads$/,
    onLeaving: 'asked',
    neighbour: platformBeside(),
  },
  remarks: {
    at: 'calls/list?over=call&id=<callId>',
    ...field('Note'),
    submit: 'Save',
    saves: /\/calls\/[^/]+\/modify$/,
    onLeaving: 'asked',
    neighbour: {
      does: (company) =>
        send(company, 'POST', `${company.path}/calls/${company.callId}/modify`, { tags: [fresh('tag')] }),
      theirs: async (company) =>
        ((await read(company, `${company.path}/calls/${company.callId}`)) as { tags: string[] }).tags,
      isTold: false,
    },
  },
  retention: {
    at: 'company/data',
    ...field('Notifications (days)'),
    words: ['77', '78'],
    submit: 'Save',
    saves: /\/settings$/,
    onLeaving: 'asked',
    neighbour: settingsBeside(),
  },
  rules: {
    at: 'numbers/phone?over=rules&key=defaults',
    ...field('Seconds of each turn'),
    words: ['31', '32'],
    submit: 'Save to draft',
    onLeaving: 'asked',
    neighbour: callersBeside(),
  },
  'save-report': {
    at: 'reports/figures?over=save-report',
    ...field('Name'),
    submit: 'Save report',
    saves: /\/reports\/saved$/,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'save-view': {
    at: 'leads?over=save-view',
    ...field('Name'),
    submit: 'Save view',
    saves: /\/smart_views$/,
    onLeaving: 'asked',
    neighbour: viewBeside(),
  },
  'saved-report': {
    at: 'reports/saved?over=saved-report&id=<reportId>',
    ...field('Name'),
    submit: 'Save',
    saves: /\/reports\/saved\/[^/]+\/modify$/,
    onLeaving: 'asked',
    neighbour: reportBeside(),
  },
  'share-report': {
    at: 'reports/saved?over=share-report&id=<reportId>',
    ...choice('For', ['90', '7']),
    submit: 'Make a link',
    saves: /\/share$/,
    isSecret: true,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  secret: {
    at: 'company/webhooks/<webhookId>?over=secret',
    ...choice('Keep the old secret valid', ['604800', '0']),
    submit: 'Create new secret',
    saves: /\/rotate_secret$/,
    isSecret: true,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  site: {
    at: 'numbers/site',
    ...field('Domains'),
    words: ['half.example', 'half-and-more.example'],
    submit: 'Save to draft',
    onLeaving: 'asked',
    neighbour: settingsOfNumbers(),
  },
  'site-check': {
    at: 'numbers/site',
    ...field('Address of the page'),
    words: ['https://half.example/', 'https://half.example/more'],
    submit: 'Check the page',
    saves: /\/site\/check$/,
    stub: { url: 'https://half.example/', findings: [], numbers: [] },
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  sources: {
    at: 'numbers/sources?over=source',
    ...field('Name'),
    complete: async (form) => form.locator('[name="/when/utm_source"]').fill('half'),
    submit: 'Add to draft',
    onLeaving: 'asked',
    neighbour: settingsOfNumbers(),
  },
  'special-days': {
    at: 'numbers/locations?over=special-days',
    reach: async (page) => {
      await page.getByRole('button', { name: 'More about locations' }).click();
      await page.getByRole('link', { name: 'Special days' }).click();
      await page.getByRole('button', { name: 'Add a special day' }).click();
    },
    ...field('Date of special day 1'),
    words: ['2026-12-24', '2026-12-25'],
    type: async (form, words) => form.getByLabel('Date of special day 1').fill(words),
    submit: 'Save to draft',
    onLeaving: 'asked',
    neighbour: settingsOfNumbers(),
  },
  states: {
    at: 'company/states',
    ...field('Name of state 1'),
    submit: 'Save',
    saves: /\/lead_settings\/states$/,
    onLeaving: 'asked',
    neighbour: listBeside('states', () =>
      STATES.map((each, index) => (index === 1 ? { ...each, label: fresh('Called') } : each)),
    ),
  },
  templates: {
    at: 'company/templates',
    ...field('Text of template 1'),
    submit: 'Save',
    saves: /\/lead_settings\/templates$/,
    onLeaving: 'asked',
    neighbour: listBeside('templates', () => [{ name: fresh('Sorry'), text: 'We missed your call.' }]),
  },
  text: {
    at: 'leads/<annId>',
    reach: (page) => edit(page, 'Text to'),
    ...field('New text'),
    submit: 'Send text',
    saves: /\/text$/,
    stub: {},
    onLeaving: 'kept',
    neighbour: noteBeside(),
  },
  view: {
    at: 'leads?view=<viewId>&over=edit-view',
    ...field('Name'),
    submit: 'Save name',
    saves: /\/smart_views\/[^/]+\/modify$/,
    onLeaving: 'asked',
    neighbour: {
      does: (company) =>
        send(company, 'POST', `${company.path}/smart_views/${company.viewId}/modify`, {
          name: fresh('Theirs'),
        }),
      theirs: async (company) =>
        (
          (await read(company, `${company.path}/smart_views`)) as { smart_view_id: string; name: string }[]
        ).find(({ smart_view_id: id }) => id === company.viewId)?.name,
      isTold: true,
    },
  },
  visit: { because: 'what is chosen stands in the address, and nothing is saved' },
  webhook: {
    at: 'company/webhooks/<webhookId>?over=webhook',
    ...field('Description'),
    submit: 'Save',
    saves: /\/webhooks\/[^/]+\/modify$/,
    onLeaving: 'asked',
    neighbour: {
      does: (company) =>
        send(company, 'POST', `${company.path}/webhooks/${company.webhookId}/modify`, {
          events: ['record.created', Number(fresh('').trim()) % 2 === 0 ? 'lead.*' : 'call.*'],
        }),
      theirs: async (company) =>
        ((await read(company, `${company.path}/webhooks/${company.webhookId}`)) as { events: string[] })
          .events,
      isTold: false,
    },
  },
};
