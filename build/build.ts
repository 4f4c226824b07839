/** Builds everything that the Worker carries into `dist/`: the tables and the static files. */
import { mkdirSync, rmSync } from 'node:fs';
import { buildDemo } from '../demo/build.ts';
import { buildWidgetPages } from '../demo/widget-pages.ts';
import { buildReferrerTable } from './referrer-table.ts';
import { buildModules, buildWidget } from './widget.ts';
import { buildZipTable } from './zip-table.ts';

for (const directory of ['dist/assets', 'dist/demo']) rmSync(directory, { recursive: true, force: true });
mkdirSync('dist/assets', { recursive: true });
const codes = buildZipTable('dist/zip-table.bin');
const hosts = buildReferrerTable('dist/referrers.json');
const widget = await buildWidget('dist/assets');
await buildModules('dist/modules');
buildDemo('dist/assets', 'dist/demo');
await buildWidgetPages('dist/assets', 'dist/demo');
console.log(`Built ${codes} postal codes, ${hosts} referrer hosts, ${widget.file}`);
