/** Headers of all answers and pages. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeCompanyWithUsers } from '../harness/builders.ts';
import { send, sendAs, sendAsOperator } from '../harness/client.ts';
import { dniSettings } from '../harness/dni-company.ts';

describe('an answer to somebody with credentials', () => {
  test('is not cached', async () => {
    const { companyId, path, superadmin } = await makeCompanyWithUsers();
    const settings = `/dni/api/companies/${companyId}/settings`;
    const made = await sendAs(superadmin, 'POST', `${path}/leads/create`, { email: 'ann@acme.test' });
    const {
      lead_ids: [leadId = ''],
    } = (await made.clone().json()) as { lead_ids: string[] };
    const answers = [
      made,
      await sendAs(superadmin, 'PUT', settings, dniSettings()),
      await sendAs(superadmin, 'GET', settings),
      await sendAs(superadmin, 'GET', `/dni/preview/${companyId}`),
      await sendAs(superadmin, 'GET', '/me'),
      await sendAs(superadmin, 'GET', `${path}/users`),
      await sendAs(superadmin, 'GET', `${path}/leads/${leadId}`),
      await sendAs(superadmin, 'GET', `${path}/leads/search?q=acme`),
      await sendAs(superadmin, 'GET', `${path}/lead_settings/fields`),
      await sendAs(superadmin, 'GET', `${path}/leads/export.csv`),
      await sendAs(superadmin, 'GET', `${path}/nothing`),
      await sendAsOperator('POST', '/operator/tokens', { email: superadmin.email }),
      await sendAsOperator('POST', '/operator/addresses/release', { email: 'nobody@acme.test' }),
    ];

    for (const { url, headers } of answers) {
      expect.soft([url, headers.get('Cache-Control')]).toEqual([url, expect.stringContaining('no-store')]);
    }
  });
});

describe('a page', () => {
  const pages = globSync('**/*.html', { cwd: 'dist/assets' }).map((file) =>
    `/${file}`.replace(/index\.html$|\.html$/, ''),
  );

  test.for(pages)('%s runs only its own scripts, has a fixed type and cannot be framed', async (path) => {
    const { status, headers } = await send(path);

    expect(status).toBe(200);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    // The viewer of the reference creates style elements; no page runs inline scripts.
    const styles = path === '/reference/' ? "style-src 'self' 'unsafe-inline'" : '';
    expect(policy.replace(styles, '')).not.toContain('unsafe');
  });
});

test('the script and the API forbid guessing the type of their answers', async () => {
  for (const path of [
    '/dni/leadline.js',
    '/dni/leadline.json',
    '/reference/openapi.json',
    '/me',
    '/nothing',
  ]) {
    expect((await send(path)).headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
});

/** Packages for other systems than that of the lock file's author. */
const WITHOUT_INTEGRITY =
  /^node_modules\/(?:@cloudflare\/workerd-(?:darwin|windows)|@oxfmt\/binding-|@oxlint\/binding-|@oxlint-tsgolint\/)/;

test('every package of the lock file has a hash, except for the listed ones of other systems', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean; optional?: boolean }>;
  };

  const unknown = Object.entries(packages).filter(
    ([path, { integrity, link }]) =>
      path.includes('node_modules/') && !link && !integrity?.startsWith('sha512-'),
  );

  expect(unknown.filter(([path, { optional }]) => !(optional && WITHOUT_INTEGRITY.test(path)))).toEqual([]);
});
