import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openReady, openVisitor } from '../harness/browser.ts';
import { codeBlocks } from '../harness/documents.ts';
import { DIRECT, makeSiteCompany, TARGET } from '../widget/site-company.ts';
import { ADMIN, startWordPress, type WordPress } from './wordpress.ts';
import { workerUrl } from '../harness/worker-url.ts';

const ARCHIVE = 'integrations/wordpress/leadline.zip';
const MARK = '/dni/leadline.js';

/** Applies every filter as its plugin does, and prints whether existing entries stay and the script is excluded. */
const ASK_CACHE_PLUGINS = `
  $asked = array();
  foreach ( Leadline\\LISTS_OF_ADDRESSES as $filter ) {
    $list = apply_filters( $filter, array( '/theirs.js' ) );
    $asked[ $filter ] = array( '/theirs.js', '${MARK}' ) === $list;
  }
  foreach ( Leadline\\LISTS_OF_NAMES as $filter ) {
    $asked[ $filter ] = array( 'theirs', 'leadline' ) === apply_filters( $filter, array( 'theirs' ) );
  }
  $asked['autoptimize, text'] = 'theirs.js, ${MARK}' === apply_filters( 'autoptimize_filter_js_exclude', 'theirs.js', '' );
  $asked['autoptimize, empty'] = '${MARK}' === apply_filters( 'autoptimize_filter_js_exclude', '', '' );
  $asked['autoptimize, array'] = array( 'theirs.js' => '', '${MARK}' => '' ) === apply_filters( 'autoptimize_filter_js_exclude', array( 'theirs.js' => '' ), '' );
  $asked['w3tc'] = ! apply_filters( 'w3tc_minify_js_do_tag_minification', true, '<script src="https://e${MARK}"></script>', '' );
  $asked['w3tc, theirs'] = apply_filters( 'w3tc_minify_js_do_tag_minification', true, '<script src="/theirs.js"></script>', '' );
  echo json_encode( $asked );`;

let wordpress: WordPress;
let browser: Browser;
let admin: Page;
let companyId: string;

beforeAll(async () => {
  [wordpress, browser, companyId] = await Promise.all([startWordPress(), launchBrowser(), makeSiteCompany()]);
  admin = await browser.newPage();
  await admin.goto(`${wordpress.origin}/wp-admin/install.php?language=en_US`);
  await admin.getByLabel('Site Title').fill('Brightwater');
  await admin.getByLabel('Username').fill(ADMIN.name);
  await admin.locator('#pass1').fill(ADMIN.password);
  await admin.getByLabel('Your Email').fill('agency@example.com');
  await admin.getByRole('button', { name: 'Install WordPress' }).click();
  await admin.getByRole('heading', { name: 'Success!' }).waitFor();
  wordpress.php(
    `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'contact', 'post_title' => 'Contact', 'post_content' => '<p>Call <a id="call" href="tel:+12125550134">${TARGET}</a></p>' ) );`,
  );
  await admin.goto(`${wordpress.origin}/wp-login.php`);
  await admin.getByLabel('Username or Email Address').fill(ADMIN.name);
  await admin.locator('#user_pass').fill(ADMIN.password);
  await admin.getByRole('button', { name: 'Log In' }).click();
  await admin.waitForURL('**/wp-admin/');
});

afterAll(async () => {
  await browser?.close();
  await wordpress?.stop();
  rmSync(ARCHIVE, { force: true });
});

const contact = (): string => `${wordpress.origin}/?pagename=contact`;
const htmlOf = async (address: string): Promise<string> => (await fetch(address)).text();

/** Saves the two settings on the plugin's page, and returns the message of WordPress. */
async function save(endpoint: string, company: string): Promise<string> {
  await admin.goto(`${wordpress.origin}/wp-admin/options-general.php?page=leadline`);
  await admin.getByLabel('Address of the deployment').fill(endpoint);
  await admin.getByLabel('Company id').fill(company);
  const loaded = admin.waitForEvent('load');
  await admin.getByRole('button', { name: 'Save Changes' }).click();
  await loaded;
  return admin
    .locator('.notice')
    .allInnerTexts()
    .then((texts) => texts.join(' '));
}

test('the plugin can be installed, configured, used and removed by docs/install/wordpress.md', async () => {
  // Installed and active, it does nothing yet.
  for (const { code } of codeBlocks('docs/install/wordpress.md')) execFileSync('bash', ['-euc', code]);
  await admin.goto(`${wordpress.origin}/wp-admin/plugin-install.php?tab=upload`);
  await admin.locator('#pluginzip').setInputFiles(ARCHIVE);
  await admin.getByRole('button', { name: 'Install Now' }).click();
  await admin.getByRole('link', { name: 'Activate Plugin' }).click();
  await admin.getByText('Plugin activated.').waitFor();
  expect(await htmlOf(contact())).not.toContain(MARK);

  // Invalid values are refused with a reason.
  expect(await save('leadline.example.com/dni', 'acme')).toMatch(/without a path.*36 characters/s);
  expect(await htmlOf(contact())).not.toContain(MARK);

  // With settings, it swaps without errors.
  expect(await save(`${workerUrl()}/`, companyId.toUpperCase())).toContain('Settings saved.');
  const page = await openReady(await openVisitor(browser), contact());
  const html = await htmlOf(contact());
  expect(await page.locator('#call').innerText()).toBe(DIRECT);
  expect(await page.locator('#call').getAttribute('href')).toBe('tel:+14155550100');
  expect(html.match(/<script[^>]*leadline[^>]*>/g)).toEqual([
    `<script data-cfasync="false" async src="${workerUrl()}${MARK}" data-company="${companyId}" data-no-optimize="1" data-no-defer="1" data-no-minify="1" data-noptimize="1" data-nowprocket>`,
  ]);
  expect(html.indexOf(MARK)).toBeLessThan(html.indexOf('</head>'));

  // The filters of cache plugins exclude the script.
  const asked = JSON.parse(wordpress.php(ASK_CACHE_PLUGINS)) as Record<string, unknown>;
  expect(Object.keys(asked).length).toBeGreaterThan(15);
  for (const [filter, answer] of Object.entries(asked)) expect([filter, answer]).toEqual([filter, true]);

  // Deactivating removes the tag, deleting also the settings.
  wordpress.php(
    `require ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins( 'leadline/leadline.php' );`,
  );
  expect(await htmlOf(contact())).not.toContain(MARK);
  expect(wordpress.php(`echo json_encode( get_option( 'leadline' ) );`)).toContain(companyId);
  wordpress.php(
    `require ABSPATH . 'wp-admin/includes/plugin.php'; require ABSPATH . 'wp-admin/includes/file.php'; activate_plugin( 'leadline/leadline.php' ); deactivate_plugins( 'leadline/leadline.php' ); delete_plugins( array( 'leadline/leadline.php' ) );`,
  );
  expect(wordpress.php(`echo json_encode( get_option( 'leadline' ) );`)).toBe('false');
});
