import { expect, test, vi } from 'vitest';
import { makeCompanyWithUsers, type PeopledCompany, signInByOperator } from '../harness/builders.ts';
import { freshIp, send, sendAs, sendAsOperator, type TestUser, visitorHeaders } from '../harness/client.ts';
import { dniSettings } from '../harness/dni-company.ts';
import { type Compare, goldenFiles } from '../harness/golden.ts';
import { startServer } from '../harness/own-worker.ts';
import { workerUrl } from '../harness/worker-url.ts';

const PASSWORD = 'correct horse battery';
/** An example of RFC 8291, appendix A. */
const PUBLIC_KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

function sendJson(path: string, body: unknown, contentType = 'application/json'): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { ...visitorHeaders(), 'Content-Type': contentType },
    body: JSON.stringify(body),
  });
}

test('the answers about sign-in, people and settings match the golden files', async () => {
  const golden = goldenFiles('people');
  const mark = crypto.randomUUID().slice(0, 8);
  const [email, agentEmail] = [`sue.${mark}@acme.test`, `al.${mark}@acme.test`];
  const { company_id: companyId } = await golden<{ company_id: string }>(
    'make-company',
    await sendAsOperator('POST', '/operator/companies', {
      name: 'Acme Plumbing',
      default_region: 'US',
      superadmin: { name: 'Sue Super', email, password: PASSWORD },
    }),
  );
  const path = `/companies/${companyId}`;
  await golden('operator-token', await sendAsOperator('POST', '/operator/tokens', { email }));
  const nobodys = { email: 'nobody@acme.example' };
  await golden('release-address', await sendAsOperator('POST', '/operator/addresses/release', nobodys));
  const moved = { number: '+15125550199', company_id: companyId };
  await golden('move-number', await sendAsOperator('POST', '/operator/numbers/move', moved));
  const query = new URLSearchParams({ username: email, password: PASSWORD });
  const signIn = await send(`/auth/issue_token?${query}`, { headers: { 'CF-Connecting-IP': freshIp() } });
  await golden('issue-token', signIn);
  const token = await golden<string>(
    'issue-token-by-post',
    await sendJson('/auth/issue_token', { username: email, password: PASSWORD }),
  );
  const superadmin = await signInByOperator(email);
  await golden('revoke-token', await sendJson('/auth/revoke_token', { token }));
  const ask = async <Body>(name: string, method: string, below: string, body?: unknown): Promise<Body> =>
    golden<Body>(name, await sendAs(superadmin, method, below, body));

  await ask('me', 'GET', '/me');
  await ask('modify-me', 'POST', '/me/modify', { phone: '+15125550140', notify_reminders_by_sms: true });
  const agent = await ask<{ user_id: string }>('add-user', 'POST', `${path}/users`, {
    name: 'Al Agent',
    email: agentEmail,
    role_id: 'agent',
    phone: '+15125550111',
  });
  await ask('modify-user', 'POST', `${path}/users/${agent.user_id}/modify`, { auto_assignable: true });
  await ask('users', 'GET', `${path}/users`);
  for (const name of ['fields', 'states', 'groups', 'currencies', 'templates'] as const) {
    const given = { fields: FIELDS, templates: TEMPLATES }[name as string];
    const body = given ?? (await sendAs(superadmin, 'GET', `${path}/lead_settings/${name}`));
    await ask(`put-${name}`, 'PUT', `${path}/lead_settings/${name}`, await bodyOf(body));
    await ask(name, 'GET', `${path}/lead_settings/${name}`);
  }
  await ask('options', 'GET', `${path}/settings`);
  await ask('put-options', 'PUT', `${path}/settings`, { name: 'Acme Plumbing', default_region: 'US' });
  const created = await sendAs(superadmin, 'POST', `${path}/leads/create`, { email: 'ann@example.com' });
  const { lead_ids: ids } = (await created.json()) as { lead_ids: string[] };
  await sendAs(superadmin, 'POST', `${path}/leads/${ids[0]}/assign`, { to_user_email: agentEmail });
  await ask('notifications', 'GET', `${path}/notifications?scope=company`);
  await ask('notification-choices', 'GET', `${path}/notifications/choices`);
  await ask('put-notification-choices', 'PUT', `${path}/notifications/choices`, {
    kinds: { text: { mail: true }, assigned: { mail: false } },
    quiet_hours: { from: '22:00', until: '07:00' },
    digest_at: '08:00',
    time_zone: 'America/Chicago',
  });
  await ask('read-notifications', 'POST', `${path}/notifications/read`, { until: '2036-01-01T00:00:00Z' });
  const key = await ask<{ key_id: string }>('add-api-key', 'POST', `${path}/api_keys`, {
    name: 'Warehouse',
    scopes: ['read'],
    expires_time: '2036-01-01T00:00:00Z',
  });
  await ask('api-keys', 'GET', `${path}/api_keys`);
  await ask('revoke-api-key', 'POST', `${path}/api_keys/${key.key_id}/revoke`, {});
  await compareMemberships(ask, email);
  const refused = await sendAs(superadmin, 'POST', `${path}/users`, { email: 'x', role_id: 'king' });
  await golden('refused', refused);
  expect(refused.status).toBe(400);
  await compareLinks(ask, golden, { superadmin, path, userId: agent.user_id });
});

/** The answers about invitations and links for a new password. */
async function compareLinks(
  ask: <Body>(name: string, method: string, below: string, body?: unknown) => Promise<Body>,
  golden: Compare,
  { superadmin, path, userId }: { superadmin: TestUser; path: string; userId: string },
): Promise<void> {
  const invitation = { email: 'ida@acme.example', role_id: 'agent', name: 'Ida Invited' };
  interface Made {
    invitation_id: string;
    link: string;
  }
  const { invitation_id: id } = await ask<Made>('invite', 'POST', `${path}/invitations`, invitation);
  const at = `${path}/invitations/${id}`;
  const { link } = await ask<Made>('renew-invitation', 'POST', `${at}/renew`);
  const token = new URL(link).hash.slice(1);
  await golden('link', await sendJson('/auth/link', { link: token }));
  await golden('use-link', await sendJson('/auth/link/use', { link: token, password: PASSWORD }));
  const another = { email: 'uli@acme.example', role_id: 'manager' };
  const made = await sendAs(superadmin, 'POST', `${path}/invitations`, another);
  const { invitation_id: other } = (await made.json()) as Made;
  await ask('withdraw-invitation', 'POST', `${path}/invitations/${other}/withdraw`);
  await ask('company-invitations', 'GET', `${path}/invitations`);
  await ask('password-link', 'POST', `${path}/users/${userId}/password_link`);
  const subscription = {
    endpoint: 'https://push.example.com/send/1',
    keys: { p256dh: PUBLIC_KEY, auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
    name: 'Phone',
  };
  const devices = `${path}/notifications/devices`;
  const device = await ask<{ device_id: string }>('add-push-device', 'POST', devices, subscription);
  await ask('push-devices', 'GET', devices);
  await ask('remove-push-device', 'POST', `${devices}/${device.device_id}/remove`);
  await sendAs(await signInByOperator(superadmin.email), 'GET', '/me');
  const [newest] = await ask<{ session_id: string }[]>('sessions', 'GET', '/me/sessions');
  await ask('revoke-session', 'POST', `/me/sessions/${newest?.session_id}/revoke`);
  await ask('revoke-other-sessions', 'POST', '/me/sessions/revoke_others');
  const forgotten = await sendJson('/auth/forgotten_password', { username: 'ida@acme.example' });
  await golden('forgotten-password', forgotten);
}

/** The answers about the other companies of the super admin with this address. */
async function compareMemberships(
  ask: (name: string, method: string, below: string, body?: unknown) => Promise<unknown>,
  email: string,
): Promise<void> {
  const inviting: PeopledCompany[] = [];
  for (const name of ['Second', 'Third']) {
    const company = await makeCompanyWithUsers({ name });
    const user = { name: 'Sue', email, role_id: 'agent', password: `given by ${name}`, invite: true };
    await sendAs(company.superadmin, 'POST', `${company.path}/users`, user);
    inviting.push(company);
  }
  await ask('invitations', 'GET', '/me/invitations');
  await ask('accept-invitation', 'POST', '/me/invitations/accept', { password: 'given by Second' });
  await ask('decline-invitation', 'POST', `/me/invitations/${inviting[1]?.companyId}/decline`, {});
  await ask('own-companies', 'GET', '/me/companies');
  await ask('company-overviews', 'GET', '/me/companies/overview');
  await ask('company-usage', 'GET', '/me/companies/usage.csv?month=2026-02');
  await ask('token-beside', 'POST', `/me/companies/${inviting[0]?.companyId}/token`, {});
  const change = { current_password: PASSWORD, password: 'a longer one than before' };
  await ask('own-password', 'POST', '/me/password', change);
}

test('the answers about data modules match the golden files', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const golden = goldenFiles('modules');
  const ask = async <Body>(name: string, method: string, below: string, body?: unknown): Promise<Body> =>
    golden<Body>(name, await sendAs(superadmin, method, `${path}/adms${below}`, body));

  const { adm_id: admId } = await ask<{ adm_id: string }>('make', 'POST', '', {
    display_name: 'Vehicles',
    custom_fields: [
      { name: 'number', label: 'No.', type: 'number', is_identifier: true, auto_generated: true },
      { name: 'plate', label: 'Plate', type: 'text', is_identifier: true },
      { name: 'kind', label: 'Kind', type: 'dropdown', choices: ['Van', 'Truck'] },
    ],
    restrictions: { update: ['manager'] },
  });
  await ask('list', 'GET', '');
  await ask('modify', 'POST', `/${admId}/modify`, { i18n: { lead_title_singular: 'Vehicle' } });
  await ask('meta', 'GET', `/${admId}/meta`);
  const record = await ask<{ record_id: string }>('make-record', 'POST', `/${admId}/records`, {
    plate: ['TX 7'],
    kind: ['Van'],
  });
  await ask('record', 'GET', `/${admId}/records/${record.record_id}`);
  await ask('update-record', 'POST', `/${admId}/records/${record.record_id}`, { kind: ['Truck'] });
  await ask('records', 'GET', `/${admId}/records`);
  await ask('remove-record', 'POST', `/${admId}/records/${record.record_id}/remove`);
  expect(record.record_id).not.toBe(admId);
});

test('the answers about tracking numbers match the golden files', async () => {
  const { superadmin, companyId } = await makeCompanyWithUsers();
  const golden = goldenFiles('lookup');
  const settings = `/dni/api/companies/${companyId}/settings`;
  const visit = { url: 'https://example.com/?gclid=1', referrer: 'https://www.google.com/' };

  await golden('put-settings', await sendAs(superadmin, 'PUT', settings, dniSettings()));
  await golden('settings', await sendAs(superadmin, 'GET', settings));
  await golden('settings-version', await sendAs(superadmin, 'GET', `${settings}/history/1`));
  await golden('restore-settings', await sendAs(superadmin, 'POST', `${settings}/history/1/restore`));
  await golden('settings-history', await sendAs(superadmin, 'GET', `${settings}/history`));
  const visits = JSON.stringify([{ zip: '78701', url: 'https://example.com/?gclid=1' }]);
  const rehearsal = `?dry_run=1&visits=${encodeURIComponent(visits)}`;
  const patch = { default_location_id: 'denver', prefer: 'location' };
  await golden('patch-settings', await sendAs(superadmin, 'PATCH', settings + rehearsal, patch));
  for (const [name, path, body] of [
    ['location', 'locations/boise', { name: 'Boise', latitude: '43.6150', longitude: '-116.2023' }],
    ['number', 'numbers/+12085550101', { location_id: 'austin', source: 'email' }],
  ] as const) {
    const entry = `${settings}/${path}`;
    await golden(`put-${name}`, await sendAs(superadmin, 'PUT', entry, body));
    await golden(
      `patch-${name}`,
      await sendAs(superadmin, 'PATCH', entry, name === 'number' ? { sms: true } : { state: 'ID' }),
    );
    await golden(name, await sendAs(superadmin, 'GET', entry));
    await golden(`remove-${name}`, await sendAs(superadmin, 'DELETE', entry));
  }
  await golden('closest', await sendJson(`/dni/api/companies/${companyId}/closest`, visit));
  await golden('closest-zip', await sendJson(`/dni/api/companies/${companyId}/closest/zip/80202`, visit));
  await golden('swap', await sendJson(`/dni/swap/${companyId}`, visit, 'text/plain'));
  const tap = {
    number: '+15125550102',
    target: '+18005550100',
    visit: '1767323045678-0.7431204518236',
    page: 'https://www.example.com/plumbing',
  };
  await golden('tap', await sendJson(`/dni/tap/${companyId}`, tap, 'text/plain'));
  const form = {
    id: '1767323045678-0.7431204518237',
    visit: '1767323045678-0.7431204518236',
    touch: ['utm_source=google&utm_medium=cpc', ''],
    url: 'https://www.example.com/contact',
    form: 'contact',
    sent: true,
    trap: false,
    time: 24_350,
    fields: [
      ['E-mail', 'jo@example.com', 'email', 'email', 'email'],
      ['What can we do for you?', 'The roof is leaking.', 'textarea', '', 'message'],
    ],
  };
  await golden('form', await sendJson(`/dni/form/${companyId}`, form, 'text/plain'));
  await golden('amp', await send(`/dni/amp/${companyId}?zip=80202`, { headers: visitorHeaders() }));
  await send(`/dni/swap/${companyId}`, {
    method: 'POST',
    headers: { ...visitorHeaders({ origin: 'https://example.com' }), 'Content-Type': 'text/plain' },
    body: JSON.stringify(visit),
  });
  const site = `/dni/api/companies/${companyId}/site`;
  // The report is sent after the answer.
  await vi.waitUntil(async () => /example/.test(await (await sendAs(superadmin, 'GET', site)).text()), {
    timeout: 30_000,
  });
  await golden('site', await sendAs(superadmin, 'GET', site));
  await golden('setup', await sendAs(superadmin, 'GET', `/dni/api/companies/${companyId}/setup`));
  const query = new URLSearchParams({ zip: '80202', url: visit.url, time: '2026-03-02T18:00:00Z' });
  const preview = await golden<object>(
    'preview',
    await sendAs(superadmin, 'GET', `/dni/preview/${companyId}?${query}`),
  );
  expect(Object.keys(preview)).toContain('answer');
  const page = await startServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<script src="${workerUrl()}/dni/leadline.js"></script><p>(800) 555-0100`);
  });
  await sendAs(superadmin, 'PATCH', settings, { domains: ['127.0.0.1'] });
  const check = await sendAs(superadmin, 'POST', `${site}/check`, { url: page.url });
  await golden('check-site', check);
  await page.close();
});

async function bodyOf(given: object): Promise<unknown> {
  return given instanceof Response ? ((await given.json()) as unknown) : given;
}

const TEMPLATES = [{ name: 'On the way', text: 'Hi {first_name}, {branch} is on the way.' }];

const FIELDS = [
  {
    name: 'company_name',
    label: 'Company',
    type: 'text',
    sortable: true,
    pinned: true,
    field_group: 'Business',
  },
  { name: 'size', label: 'Size', type: 'dropdown', choices: ['Small', 'Large'], field_facet: true },
  {
    name: 'address',
    label: 'Address',
    type: 'complex',
    cardinality: 0,
    sub_fields: [{ name: 'city', label: 'City', type: 'text', summary: true }],
  },
];
