/** Settings copied from one company of a person to others. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { CopyResultBody } from '../../../../../worker/core/reports/agency/copying/reference.ts';
import { SECTIONS } from '../../../../../worker/core/reports/agency/copying/plans.ts';
import { memberOfAll, openTwoCompanies } from '../../../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { dniSettings } from '../../../../harness/dni-company.ts';
import { startFaultyLeadline } from '../../../../harness/faulty-leadline.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { makePng } from '../../../../harness/pictures.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

interface Agency {
  ann: TestUser;
  from: PeopledCompany;
  targets: PeopledCompany[];
}

interface Request {
  sections?: readonly string[];
  to?: readonly object[];
  isDryRun?: boolean;
}

async function makeAgency(count = 1, roles?: readonly string[]): Promise<Agency> {
  const names = ['Source', ...Array.from({ length: count }, (_, index) => `Client ${index + 1}`)];
  const companies = await Promise.all(names.map((name) => makeCompanyWithUsers({ name })));
  const [from, ...targets] = companies as [PeopledCompany, ...PeopledCompany[]];
  return { ann: await memberOfAll(companies, roles), from, targets };
}

function ask(
  { ann, from, targets }: Agency,
  { sections = SECTIONS, to, isDryRun }: Request = {},
): Promise<Response> {
  const query = isDryRun === true ? '?dry_run=1' : '';
  const path = `/me/companies/${from.companyId}/copy_settings${query}`;
  const all = targets.map(({ companyId: company_id }) => ({ company_id }));
  return sendAs(ann, 'POST', path, { sections, to: to ?? all });
}

async function copy(agency: Agency, request: Request = {}): Promise<CopyResultBody[]> {
  return answerOf(await ask(agency, request));
}

async function put({ superadmin, path }: PeopledCompany, below: string, body: unknown): Promise<void> {
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/${below}`, body));
}

function putDni({ superadmin, companyId }: PeopledCompany, more: object): Promise<unknown> {
  const settings = dniSettings(more as Record<string, unknown>);
  return sendAs(superadmin, 'PUT', `/dni/api/companies/${companyId}/settings`, settings).then(answerOf);
}

function get<Body>({ superadmin, path }: PeopledCompany, below: string): Promise<Body> {
  return sendAs(superadmin, 'GET', `${path}/${below}`).then((answer) => answerOf<Body>(answer));
}

const section = (result: CopyResultBody | undefined, name: string) =>
  result?.sections.find((each) => each.section === name);

const STATE = { name: 'booked', label: 'Booked', color: '#112233' };
const VAN = { name: 'van', label: 'Van', type: 'dropdown', choices: ['Small', 'Large'] };

describe('what is copied', () => {
  let agency: Agency;
  let from: PeopledCompany;
  let to: PeopledCompany;
  let review: CopyResultBody | undefined;
  let result: CopyResultBody | undefined;

  beforeAll(async () => {
    agency = await makeAgency();
    ({
      from,
      targets: [to],
    } = agency as Agency & { targets: [PeopledCompany] });
    await prepareSource(from);
    await prepareTarget(to);
    [review] = await copy(agency, { isDryRun: true });
    [result] = await copy(agency, {
      to: [{ company_id: to.companyId, reviewed: review?.reviewed }],
    });
  });

  test('a review names what would be added, changed, kept and left', () => {
    expect(review).toMatchObject({ company_id: to.companyId, name: 'Client 1', status: 'reviewed' });
    expect(section(review, 'fields')).toEqual({
      section: 'fields',
      added: ['Roof'],
      changed: [{ name: 'Van', members: ['label', 'choices'] }],
      kept: ['Own'],
      left: [{ name: 'Size', reason: 'other_type' }],
      is_reordered: true,
    });
    expect(section(review, 'states')).toMatchObject({
      added: [],
      changed: [{ name: 'Open', members: ['color'] }],
      kept: ['Contacted', 'Qualified', 'Unqualified', 'Closed won', 'Closed lost'],
      is_reordered: true,
    });
    expect(section(review, 'groups')).toMatchObject({ added: ['Sales'], kept: ['Own group'] });
    expect(section(review, 'retention')).toMatchObject({
      changed: [{ name: 'idle_leads_days', before: null, after: 400 }],
    });
    expect(section(review, 'smart_views')).toMatchObject({
      added: ['Booked in Sales'],
      left: [
        { name: 'By size', reason: 'not_there' },
        { name: 'Mine', reason: 'has_users' },
      ],
    });
    expect(section(review, 'sources')).toMatchObject({
      added: ['radio'],
      changed: [{ name: 'spring', members: ['when'], numbers: 1 }],
      kept: ['flyer'],
    });
    expect(section(review, 'templates')).toMatchObject({
      added: ['Hello'],
      left: [
        { name: 'Call us', reason: 'has_number' },
        { name: 'Signed', reason: 'has_name' },
      ],
    });
    expect(section(review, 'calls')).toMatchObject({
      added: ['voicemail'],
      changed: [{ name: 'timeout_seconds', before: 20, after: 40 }],
      kept: ['whisper'],
      left: [{ name: 'greeting', reason: 'has_name' }],
    });
  });

  test('the copy does what the review has said', async () => {
    expect(result).toEqual({ ...review, status: 'copied' });
    const fields = await get<{ name: string; choices?: string[] }[]>(to, 'lead_settings/fields');
    expect(fields.map(({ name }) => name)).toEqual(['van', 'roof', 'own', 'size']);
    expect(fields[0]?.choices).toEqual(['Small', 'Large', 'Old']);
    const groups = await get<{ id: string; label: string }[]>(to, 'lead_settings/groups');
    expect(groups.map(({ label }) => label)).toEqual(['Default', 'Own group', 'Sales']);
    const views = await get<{ name: string; smart_view_id: string }[]>(to, 'smart_views');
    const added = views.find(({ name }) => name === 'Booked in Sales');
    const renamed = await sendAs(
      to.superadmin,
      'POST',
      `${to.path}/smart_views/${added?.smart_view_id}/modify`,
      {},
    );
    expect(await answerOf(renamed)).toMatchObject({
      filters: { state: ['booked'], lead_group: [groups.at(-1)?.id] },
    });
    expect(await get(to, 'settings')).toMatchObject({
      name: 'Client 1',
      week_start: 'sunday',
      notification_webhook: null,
      cors_origins: ['https://client.example'],
      two_factors_required: false,
      retention: { idle_leads_days: 400, audit_days: 365 },
    });
    expect(await get(to, 'calls/settings')).toMatchObject({
      carriers: [],
      blocked: ['+12025550199'],
      defaults: {
        timeout_seconds: 40,
        voicemail: false,
        whisper: '{source}',
        ring: [{ number: '+15125550140' }],
      },
    });
    expect(await get(to, 'lead_settings/currencies')).toMatchObject({
      currencies: [
        { unit: 'EUR', company_default: false },
        { unit: 'USD', company_default: true },
      ],
    });
  });

  test('the sources of the company to copy from come first, and its special days are there', async () => {
    const path = `/dni/api/companies/${to.companyId}/settings`;
    const dni = await answerOf<{ sources: { name: string }[]; numbers: object[]; special_hours: object[] }>(
      await sendAs(to.superadmin, 'GET', path),
    );

    expect(dni.sources.map(({ name }) => name)).toEqual(['spring', 'radio', 'flyer']);
    expect(dni.numbers).toMatchObject([{ phone_number: '+15125550155', source: 'spring' }]);
    expect(dni.special_hours).toEqual([{ date: '2026-12-25', closed: true }]);
  });

  test('repeating it changes nothing', async () => {
    const again = await copy(agency, { isDryRun: true });
    const repeated = await copy(agency, { to: [{ company_id: to.companyId, reviewed: review?.reviewed }] });

    expect([...again, ...repeated].map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    expect(section(again[0], 'states')).toMatchObject({ added: [], changed: [], is_reordered: false });
  });

  test('the audit log of the company says who copied, and from where', async () => {
    const { entries } = await get<{ entries: object[] }>(to, 'audit?action=settings.copied');

    expect(entries).toMatchObject([
      {
        action: 'settings.copied',
        actor_name: 'Ann Agency',
        subject: `company:${from.companyId}`,
        detail: { from: 'Source', settings: [...SECTIONS] },
      },
    ]);
  });

  test('a company that has changed since the review refuses, and shows the review anew', async () => {
    await put(from, 'lead_settings/templates', [{ name: 'Bye', text: 'Good bye' }]);
    const [before] = await copy(agency, { sections: ['templates'], isDryRun: true });
    await put(to, 'lead_settings/templates', [{ name: 'Own', text: 'Of our own' }]);

    const to_ = [{ company_id: to.companyId, reviewed: before?.reviewed }];
    const [refused] = await copy(agency, { sections: ['templates'], to: to_ });
    const [again] = await copy(agency, {
      sections: ['templates'],
      to: [{ company_id: to.companyId, reviewed: refused?.reviewed }],
    });

    expect(refused).toMatchObject({
      status: 'refused',
      code: 'precondition_failed',
      detail: 'The settings were changed after the review. Review them again.',
      sections: [{ added: ['Bye'], kept: ['Own'] }],
    });
    expect(again).toMatchObject({ status: 'copied' });
    expect(await get(to, 'lead_settings/templates')).toMatchObject([{ name: 'Bye' }, { name: 'Own' }]);
  });
});

test('a name and a logo are copied, and stay where the company to copy from has none', async () => {
  const agency = await makeAgency();
  const [to] = agency.targets as [PeopledCompany];
  const sections = ['brand'];
  const logo = makePng([64, 32]);
  const putLogo = (company: PeopledCompany, bytes: Buffer<ArrayBuffer>): Promise<Response> =>
    fetch(`${workerUrl()}${company.path}/brand/logo`, {
      method: 'PUT',
      headers: { Authorization: company.superadmin.authorization },
      body: bytes,
    });
  await put(to, 'brand', { name: 'Client’s own' });
  expect(await copy(agency, { sections })).toMatchObject([{ status: 'unchanged' }]);
  await put(agency.from, 'brand', { name: 'Bright Agency' });
  expect((await putLogo(agency.from, logo)).status).toBe(200);

  const [review] = await copy(agency, { sections, isDryRun: true });
  const [copied] = await copy(agency, { sections });

  const changed = [{ name: 'name', before: 'Client’s own', after: 'Bright Agency' }];
  expect(review).toMatchObject({ status: 'reviewed', sections: [{ added: ['logo'], changed }] });
  expect(copied).toMatchObject({ status: 'copied' });
  expect(await get(to, 'brand')).toEqual(await get(agency.from, 'brand'));
  const picture = await sendAs(to.superadmin, 'GET', `${to.path}/brand/logo`);
  expect(Buffer.from(await picture.arrayBuffer()).equals(logo)).toBe(true);
  expect(await copy(agency, { sections })).toMatchObject([{ status: 'unchanged' }]);

  await putLogo(agency.from, makePng([32, 64]));
  expect((await copy(agency, { sections, isDryRun: true }))[0]?.sections).toMatchObject([
    { changed: [{ name: 'logo', members: ['picture'] }] },
  ]);
});

test('the answers match the golden file', async () => {
  const agency = await makeAgency(2);
  const [first] = agency.targets as [PeopledCompany];
  await putDni(first, { sources: [{ name: 'flyer', when: { utm_source: 'flyer' } }] });
  await put(agency.from, 'lead_settings/states', [STATE]);
  const options = await get<object>(agency.from, 'settings');
  await put(agency.from, 'settings', { ...options, retention: { audit_days: 100 } });
  await putDni(agency.from, { sources: [{ name: 'radio', when: { utm_source: 'radio' } }] });
  const compare = goldenFiles('people');

  const asked = { sections: ['states', 'retention', 'sources'], isDryRun: true };

  const [review] = await compare<CopyResultBody[]>('copy-settings', await ask(agency, asked));
  expect(review).toMatchObject({ status: 'reviewed' });
});

const OTHER_ROLES = ['manager', 'agent', 'viewer'] as const;
const ALL_ROLES = ['superadmin', ...OTHER_ROLES] as const;

test.for(OTHER_ROLES.flatMap((source) => ALL_ROLES.map((target) => ({ source, target }))))(
  'as $source of the company to copy from, a $target of the other copies nothing',
  async ({ source, target }) => {
    const agency = await makeAgency(1, [source, target]);
    const [to] = agency.targets as [PeopledCompany];
    await put(agency.from, 'lead_settings/states', [STATE]);

    const reviewed = await ask(agency, { isDryRun: true });
    const answer = await ask(agency);

    expect(await problemOf(reviewed)).toMatchObject({ status: 403, code: 'permission_denied' });
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'permission_denied' });
    expect(await get(to, 'lead_settings/states')).toHaveLength(6);
  },
);

test.for(OTHER_ROLES)(
  'a super admin of the company to copy from, who is $0 of the other, copies nothing',
  async (role) => {
    const agency = await makeAgency(1, ['superadmin', role]);
    const [to] = agency.targets as [PeopledCompany];
    await put(agency.from, 'lead_settings/states', [STATE]);

    const results = [...(await copy(agency, { isDryRun: true })), ...(await copy(agency))];

    const refused = { status: 'refused', code: 'permission_denied', reviewed: null, sections: [] };
    expect(results).toMatchObject([refused, refused]);
    expect(await get(to, 'lead_settings/states')).toHaveLength(6);
  },
);

test('companies of others are neither read nor written, and say nothing of themselves', async () => {
  const agency = await makeAgency();
  const stranger = await makeCompanyWithUsers({ name: 'Stranger' });
  const nobody = crypto.randomUUID();

  const from = await ask({ ...agency, from: stranger });
  const [there, nowhere, itself] = await copy(agency, {
    to: [stranger.companyId, nobody, agency.from.companyId].map((company_id) => ({ company_id })),
  });

  expect(await problemOf(from)).toMatchObject({ status: 404 });
  const unknown = { name: null, status: 'refused', code: 'not_found', sections: [] };
  expect(there).toMatchObject(unknown);
  expect({ ...there, company_id: '' }).toEqual({ ...nowhere, company_id: '' });
  expect(itself).toMatchObject({ status: 'refused', code: 'invalid_parameter' });
});

test('a suspended user, a key, and a session without the second factor copy nothing', async () => {
  const agency = await makeAgency(2);
  const [first, second] = agency.targets as [PeopledCompany, PeopledCompany];
  const users = await get<{ user_id: string; email: string }[]>(first, 'users');
  const ann = users.find(({ email }) => email === agency.ann.email);
  await answerOf(
    await sendAs(first.superadmin, 'POST', `${first.path}/users/${ann?.user_id}/modify`, {
      is_suspended: true,
    }),
  );
  const options = await get<object>(second, 'settings');
  await put(second, 'settings', { ...options, two_factors_required: true });
  const made = await sendAs(agency.ann, 'POST', `${agency.from.path}/api_keys`, {
    name: 'Robot',
    scopes: ['admin'],
  });
  const { key } = await answerOf<{ key: string }>(made);

  const results = await copy(agency);
  const byKey = await ask({ ...agency, ann: { ...agency.ann, authorization: `Bearer ${key}` } });

  expect(results).toMatchObject([
    { status: 'refused', code: 'user_suspended' },
    { status: 'refused', code: 'second_factor_required' },
  ]);
  expect(await problemOf(byKey)).toMatchObject({ status: 403, code: 'permission_denied' });
});

test.for([
  ['no section', { sections: [] }, '/sections'],
  ['an unknown section', { sections: ['webhooks'] }, '/sections/0'],
  ['no company', { to: [] }, '/to'],
  ['a company twice', { to: ['a', 'a'] }, '/to/1/company_id'],
  ['51 companies', { to: Array.from({ length: 51 }, (_, index) => String(index)) }, '/to'],
] as const)('%s is refused', async ([, more, pointer]) => {
  const agency = await makeAgency();
  const ids = new Map<string, string>();
  const idOf = (name: string): string => {
    if (!ids.has(name)) ids.set(name, crypto.randomUUID());
    return ids.get(name) ?? '';
  };
  const to = 'to' in more ? more.to.map((name) => ({ company_id: idOf(name) })) : undefined;

  const refused = await ask(agency, { ...more, ...(to === undefined ? {} : { to }) } as Request);

  expect(await problemOf(refused)).toMatchObject({ status: 400, errors: [{ pointer }] });
});

test('a company that would pass a limit takes nothing, and the others take all', async () => {
  const agency = await makeAgency(2);
  const [full, free] = agency.targets as [PeopledCompany, PeopledCompany];
  const states = (mark: string): object[] =>
    Array.from({ length: 150 }, (_, index) => ({ ...STATE, name: `${mark}_${index}` }));
  await put(full, 'lead_settings/states', states('own'));
  await put(agency.from, 'lead_settings/states', states('given'));
  await put(agency.from, 'lead_settings/fields', [VAN]);

  const results = await copy(agency, { sections: ['fields', 'states'] });

  expect(results).toMatchObject([{ status: 'refused', sections: [] }, { status: 'copied' }]);
  expect(results[0]?.detail).toMatch(/200/);
  expect(await get(full, 'lead_settings/fields')).toEqual([]);
  expect(await get(free, 'lead_settings/fields')).toHaveLength(1);
});

test(
  'a company that does not answer is named, and may have taken the settings',
  { timeout: 60_000 },
  async () => {
    const leadline = await startFaultyLeadline();
    const { own, silent, get: read, getThere, post } = await openTwoCompanies(leadline);
    await read('/me/companies');
    await leadline.set({ hanging: [silent] });

    const path = `/me/companies/${own}/copy_settings`;
    const body = { sections: ['states'], to: [{ company_id: silent }] };
    const asked = await answerOf<CopyResultBody[]>(await post(path, body));
    const back = await problemOf(
      await post(`/me/companies/${silent}/copy_settings`, { ...body, to: [{ company_id: own }] }),
    );
    await leadline.set();

    expect(asked).toMatchObject([{ name: 'Silent', status: 'no_answer', sections: [] }]);
    expect(back).toMatchObject({ status: 503, code: 'service_unavailable' });
    expect(await getThere(`/companies/${silent}/lead_settings/states`)).toHaveLength(6);
    await leadline.close();
  },
);

test(
  'a company whose write fails at its last statement has changed nothing',
  { timeout: 60_000 },
  async () => {
    const leadline = await startFaultyLeadline();
    const { own, silent, getThere, post } = await openTwoCompanies(leadline);
    const putLogo = (below: string, body: unknown): Promise<Response> =>
      leadline.sendAsOperator('PUT', `/dni/api/companies/${below}/settings`, body);
    const sources = [{ name: 'radio', when: { utm_source: 'radio' } }];
    await putLogo(own, dniSettings({ sources }));
    await putLogo(silent, dniSettings());
    await leadline.set({ faults: ['audit-full'] });

    const path = `/me/companies/${own}/copy_settings`;
    const body = { sections: ['sources'], to: [{ company_id: silent }] };
    const failed = await post(path, body);
    const status = failed.ok ? await answerOf<CopyResultBody[]>(failed) : [];
    await leadline.set();
    const before = await getThere(`/dni/api/companies/${silent}/settings`);
    const again = await answerOf<CopyResultBody[]>(await post(path, body));

    expect(status.map((each) => each.status)).not.toContain('copied');
    expect(before).toMatchObject({ sources: [] });
    expect(again).toMatchObject([{ status: 'copied', sections: [{ added: ['radio'] }] }]);
    await leadline.close();
  },
);

async function prepareSource(from: PeopledCompany): Promise<void> {
  await put(from, 'lead_settings/fields', [
    VAN,
    { name: 'size', label: 'Size', type: 'number', field_facet: true },
    {
      name: 'roof',
      label: 'Roof',
      type: 'complex',
      sub_fields: [{ name: 'kind', label: 'Kind', type: 'text' }],
    },
  ]);
  await put(from, 'lead_settings/states', [STATE, { name: 'open', label: 'Open', color: '#000000' }]);
  const [first] = await get<object[]>(from, 'lead_settings/groups');
  await put(from, 'lead_settings/groups', [first, { label: 'Sales' }]);
  const groups = await get<{ id: string }[]>(from, 'lead_settings/groups');
  const view = (name: string, filters: object): Promise<Response> =>
    sendAs(from.superadmin, 'POST', `${from.path}/smart_views`, { name, filters });
  await view('Booked in Sales', { state: ['booked'], lead_group: [groups[1]?.id] });
  await view('By size', { lead_field_str_size: { from: 3 } });
  await view('Mine', { user_assigned: [from.superadmin.userId] });
  await put(from, 'lead_settings/currencies', {
    currencies: [
      { name: 'Euro', unit: 'EUR', symbol: '€', rate: 0.9, company_default: true },
      { name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1 },
    ],
  });
  await put(from, 'lead_settings/templates', [
    { name: 'Hello', text: 'Hello {first_name}' },
    { name: 'Call us', text: 'Call us: (800) 555-0100' },
    { name: 'Signed', text: 'Yours, SOURCE' },
  ]);
  const options = await get<object>(from, 'settings');
  await put(from, 'settings', {
    ...options,
    week_start: 'sunday',
    cors_origins: ['https://source.example'],
    notification_webhook: { url: 'https://hooks.example/x' },
    retention: { idle_leads_days: 400 },
  });
  await putDni(from, {
    sources: [
      { name: 'spring', when: { utm_campaign: 'spring*' } },
      { name: 'radio', when: { utm_source: 'radio' } },
    ],
    special_hours: [{ date: '2026-12-25', closed: true }],
  });
  await put(from, 'calls/settings', {
    carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: ['a secret of the source'] }],
    defaults: {
      greeting: 'Welcome to Source!',
      timeout_seconds: 40,
      voicemail: false,
      ring: [{ user_id: from.superadmin.userId }],
    },
  });
}

async function prepareTarget(to: PeopledCompany): Promise<void> {
  await put(to, 'lead_settings/fields', [
    { name: 'own', label: 'Own', type: 'text' },
    { name: 'size', label: 'Size', type: 'text' },
    { ...VAN, label: 'Car', choices: ['Old', 'Small'] },
  ]);
  const states = await get<object[]>(to, 'lead_settings/states');
  await put(to, 'lead_settings/states', [...states.slice(0, 1), STATE, ...states.slice(1)]);
  const [first] = await get<object[]>(to, 'lead_settings/groups');
  await put(to, 'lead_settings/groups', [first, { label: 'Own group' }]);
  const options = await get<object>(to, 'settings');
  await put(to, 'settings', { ...options, cors_origins: ['https://client.example'] });
  await putDni(to, {
    sources: [
      { name: 'flyer', when: { utm_source: 'flyer' } },
      { name: 'spring', when: { utm_campaign: 'fruehling' } },
    ],
    numbers: [{ phone_number: '+15125550155', source: 'spring' }],
  });
  await put(to, 'calls/settings', {
    defaults: { whisper: '{source}', timeout_seconds: 20, ring: [{ number: '+15125550140' }] },
    blocked: ['+12025550199'],
  });
}
