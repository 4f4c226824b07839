/**
 * An agency with a client: creates the client's company by docs/deploying.md (with `npm start -- --no-demo` instead of Cloudflare), installs
 * the script in WordPress and in a Tag Manager container, and makes a backup. test/installs has Next.js.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PERSON } from '../demo/visitor.ts';
import { launchBrowser } from '../harness/browser.ts';
import { codeBlocks, forReader } from '../harness/documents.ts';
import { startSite } from '../harness/site.ts';
import { startWordPress } from '../installs/wordpress.ts';
import { commands } from './followed.ts';
import { openTerminal } from './newcomer.ts';

let terminal: Awaited<ReturnType<typeof openTerminal>>;
let browser: Browser;
let origin: string;
let companyId: string;

beforeAll(async () => {
  terminal = await openTerminal();
  browser = await launchBrowser();
  origin = `http://localhost:${terminal.port}`;
  await terminal.type('npm ci');
});

afterAll(async () => {
  await browser?.close();
  await terminal?.close();
});

const follow = (heading: string): string[] =>
  commands('first-hour/agency', 'docs/deploying.md', heading).map((text) =>
    forReader(text, { origin, companyId: companyId ?? '' }),
  );

test('deploys, creates the company, saves its numbers', async () => {
  const [, secret = '', company = '', settings = ''] = follow('Deploy');
  const token = (await terminal.type(secret)).trim();
  await terminal.start(`OPERATOR_TOKEN=${token} npm start -- --no-demo`, 'Leadline is running');
  companyId = (await terminal.type(company)).trim();
  const saved = await terminal.type(settings);

  expect(token).toMatch(/^[\w+/]{43}=$/);
  expect(companyId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(saved).toContain('"default_number":"+18005550100"');
});

test('a custom domain needs two lines, which the deploy accepts', async () => {
  const file = join(inject('clone'), 'wrangler.toml');
  const before = readFileSync(file, 'utf8');
  const routes = codeBlocks('docs/deploying.md').find(
    ({ heading, language }) => heading === 'Deploy' && language === 'toml',
  );
  writeFileSync(file, `${routes?.code}${before}`);
  const printed = await terminal.type('npx wrangler deploy --dry-run --outdir "$LEADLINE_STATE/bundle"');
  writeFileSync(file, before);

  expect(routes?.code).toContain('custom_domain = true');
  expect(printed).toContain('--dry-run: exiting now');
});

test('puts it on a WordPress page and through a Tag Manager container', async () => {
  const wordpress = await startWordPress();
  execFileSync('bash', ['-euc', codeBlocks('docs/install/wordpress.md')[0]?.code ?? ''], {
    cwd: inject('clone'),
  });
  const archive = join(inject('clone'), 'integrations/wordpress/leadline.zip');
  execFileSync('unzip', ['-q', archive, '-d', join(wordpress.folder, 'wp-content/plugins')]);
  rmSync(archive);
  await fetch(`${wordpress.origin}/wp-admin/install.php?step=2`, {
    method: 'POST',
    body: new URLSearchParams({
      weblog_title: 'Acme',
      user_name: 'agency',
      admin_password: 'a long password',
      admin_password2: 'a long password',
      admin_email: 'agency@example.com',
    }),
  });
  wordpress.php(
    `require ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin( 'leadline/leadline.php' ); update_option( 'leadline', array( 'endpoint' => '${origin}', 'company' => '${companyId}' ) ); wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'contact', 'post_title' => 'Contact', 'post_content' => 'Call (800) 555-0100' ) );`,
  );
  const site = await startSite();
  const [tag] = codeBlocks('docs/install/google-tag-manager.md');
  const [, src = ''] = /src="([^"]*)"/.exec(forReader(tag?.code ?? '', { origin, companyId })) ?? [];
  site.put(
    '/',
    `<p>Call (800) 555-0100</p><script>const s = document.createElement('script'); s.src = ${JSON.stringify(src)}; document.body.append(s);</script>`,
  );
  const page = await browser.newPage({ userAgent: PERSON });
  // This machine's place is unknown, so both show the number of the first location.
  await page.goto(`${wordpress.origin}/?pagename=contact`);
  await page.getByText('Call (512) 555-0101').waitFor();
  await page.goto(site.origin);
  await page.getByText('Call (512) 555-0101').waitFor();
  await wordpress.stop();
  await site.close();

  expect(await page.locator('p').innerText()).toBe('Call (512) 555-0101');
});

test('backs up the data of the company', async () => {
  const [, backup = ''] = follow('Update, back up, leave');
  await terminal.type('cd "$LEADLINE_STATE"');
  await terminal.type(backup);
  const kept = (file: string): Promise<string> => terminal.type(`cat ${file}`);

  expect(await kept('leads.csv')).toContain('lead_id');
  expect(JSON.parse(await kept('numbers.json'))).toMatchObject({ default_number: '+18005550100' });
  for (const part of ['fields', 'states', 'groups', 'currencies']) {
    expect(JSON.parse(await kept(`${part}.json`))).toBeTypeOf('object');
  }
});
