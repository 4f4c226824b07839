/** Builds everything that the Worker carries into `dist/`: the tables and the static files. */
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { buildDemo } from '../demo/build.ts';
import { buildFrontPage } from './front-page.ts';
import { buildPackage, serveModules } from './package.ts';
import { publish } from './publish.ts';
import { buildReferrerTable } from './referrer-table.ts';
import { buildReference } from './reference.ts';
import { buildWidget } from './widget.ts';
import { buildZipTable } from './zip-table.ts';

mkdirSync('dist', { recursive: true });
const staging = mkdtempSync('dist/.staging-');
const assets = `${staging}/assets`;
const demo = `${staging}/demo`;
const tables = `${staging}/tables`;
for (const directory of [assets, demo, tables]) mkdirSync(directory);
const codes = buildZipTable(`${tables}/zip-table.bin`);
const hosts = buildReferrerTable(`${tables}/referrers.json`);
const widget = await buildWidget(assets);
await buildPackage(`${staging}/package`, widget.version);
serveModules(assets, `${staging}/package`);
buildFrontPage(assets, widget.version);
const operations = buildReference(assets);
await buildDemo(assets, demo);
for (const part of readdirSync(staging)) publish(`${staging}/${part}`, `dist/${part}`);
rmdirSync(staging);
console.log(
  `Built ${codes} postal codes, ${hosts} referrer hosts, ${operations} documented operations, ${widget.file}`,
);
