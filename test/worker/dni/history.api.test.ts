import { expect, test } from 'vitest';
import { answerOf as bodyOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { problemOf, sendAs, sendAsOperator } from '../../harness/client.ts';
import { dniSettings } from '../../harness/dni-company.ts';
import { ask } from '../edge/lookup/ask.ts';

interface History {
  versions: {
    version: number;
    time: string;
    actor?: string;
    actor_name?: string;
    restored_version?: number;
  }[];
}

test('every version has its author, can be read, and can be restored', async () => {
  const { superadmin, companyId } = await makeCompanyWithUsers();
  const path = `/dni/api/companies/${companyId}/settings`;
  await bodyOf(await sendAsOperator('PUT', path, dniSettings({ cache_days: 7 })));
  await bodyOf(await sendAs(superadmin, 'PUT', path, { default_number: '+18005550199' }));

  const stale = await sendAs(superadmin, 'POST', `${path}/history/1/restore`, undefined, {
    'If-Match': '"1"',
  });
  const restored = await sendAs(superadmin, 'POST', `${path}/history/1/restore`, undefined, {
    'If-Match': '"2"',
  });

  expect(stale.status).toBe(412);
  expect(restored.headers.get('ETag')).toBe('"3"');
  expect(restored.headers.get('Leadline-Published')).toBe('true');
  expect(await restored.json()).toMatchObject({ cache_days: 7 });
  expect(await bodyOf(await sendAs(superadmin, 'GET', path))).toMatchObject({ cache_days: 7 });
  const { versions } = await bodyOf<History>(await sendAs(superadmin, 'GET', `${path}/history`));
  expect(versions).toMatchObject([
    { version: 3, actor_name: superadmin.name, restored_version: 1 },
    { version: 2, actor: `user:${superadmin.userId}` },
    { version: 1, actor_name: 'operator' },
  ]);
  const second = await sendAs(superadmin, 'GET', `${path}/history/2`);
  expect(second.headers.get('ETag')).toBe('"2"');
  expect(await second.json()).toMatchObject({ default_number: '+18005550199' });
  // Visitors see the restored version at once.
  expect(await (await ask(companyId)).json()).toMatchObject({ phone_number: '+15125550101' });
});

test('an unknown version is a 404, and the history needs the rights for the settings', async () => {
  const { superadmin, manager, companyId } = await makeCompanyWithUsers();
  const path = `/dni/api/companies/${companyId}/settings/history`;
  for (const version of ['1', '0', 'x', '99999999999999999999']) {
    expect((await problemOf(await sendAs(superadmin, 'GET', `${path}/${version}`))).status).toBe(404);
    expect((await sendAs(superadmin, 'POST', `${path}/${version}/restore`)).status).toBe(404);
  }
  expect((await sendAs(manager, 'GET', path)).status).toBe(403);
  expect((await sendAs(manager, 'POST', `${path}/1/restore`)).status).toBe(403);
});

test('at most fifty versions are stored', async () => {
  const { superadmin, companyId } = await makeCompanyWithUsers();
  const path = `/dni/api/companies/${companyId}/settings`;
  for (let version = 1; version <= 52; version += 1) {
    await bodyOf(await sendAs(superadmin, 'PUT', path, { default_number: '+18005550100' }));
  }
  const { versions } = await bodyOf<History>(await sendAs(superadmin, 'GET', `${path}/history`));
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: 50 }, (_, index) => 52 - index),
  );
});
