import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { problemOf, sendAs } from '../../harness/client.ts';

const SETTINGS = { default_number: '+18005550100' };

test('a super admin reads, saves and previews the DNI settings of their company', async () => {
  const { companyId, superadmin } = await makeCompanyWithUsers();
  const settings = `/dni/api/companies/${companyId}/settings`;

  const saved = await sendAs(superadmin, 'PUT', settings, SETTINGS);
  const read = await sendAs(superadmin, 'GET', settings);
  const preview = await sendAs(superadmin, 'GET', `/dni/preview/${companyId}?zip=80302`);

  expect([saved.status, read.status, preview.status]).toEqual([200, 200, 200]);
  expect(await answerOf(read)).toMatchObject(SETTINGS);
});

test('a manager may preview, but not read or change the settings', async () => {
  const { companyId, superadmin, manager } = await makeCompanyWithUsers();
  const settings = `/dni/api/companies/${companyId}/settings`;
  await sendAs(superadmin, 'PUT', settings, SETTINGS);

  const preview = await sendAs(manager, 'GET', `/dni/preview/${companyId}?zip=80302`);
  const read = await sendAs(manager, 'GET', settings);
  const saved = await sendAs(manager, 'PUT', settings, SETTINGS);

  expect([preview.status, read.status, saved.status]).toEqual([200, 403, 403]);
});

test('managers, agents and super admins of other companies are refused', async () => {
  const company = await makeCompanyWithUsers();
  const other = await makeCompanyWithUsers();
  const settings = `/dni/api/companies/${company.companyId}/settings`;
  await sendAs(company.superadmin, 'PUT', settings, SETTINGS);
  const preview = `/dni/preview/${company.companyId}?zip=80302`;

  for (const [caller, status, code] of [
    [company.manager, 403, 'permission_denied'],
    [company.agent, 403, 'permission_denied'],
    [other.superadmin, 401, 'invalid_credentials'],
  ] as const) {
    for (const path of caller === company.manager ? [settings] : [settings, preview]) {
      const response = await sendAs(caller, 'GET', path);
      expect(response.status).toBe(status);
      expect(await problemOf(response)).toMatchObject({ code });
    }
    expect((await sendAs(caller, 'PUT', settings, SETTINGS)).status).toBe(status);
  }
});
