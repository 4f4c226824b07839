/** Builds the Worker's tables and static files into `dist/`. */
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import numberingPlans from 'libphonenumber-js/metadata.max';
import { buildDemo } from '../demo/build.ts';
import { buildAreaTable } from './area-table.ts';
import { buildCityTable } from './city-table.ts';
import { buildConsole, CONSOLE_HEADERS, TARGETS } from './console.ts';
import { buildInstall, INSTALL_HEADERS } from './console-install.ts';
import { buildMapBorders } from './map-borders.ts';
import { buildPackage, serveModules } from './package.ts';
import { buildPhoneNotations } from './phone-notations.ts';
import { publish } from './publish.ts';
import { buildReferrerTable } from './referrer-table.ts';
import { buildReference } from './reference.ts';
import { buildWidget } from './widget.ts';
import { buildWorldCities } from './world-cities.ts';
import { buildZipTable } from './zip-table.ts';

/** Builds everything. @param log called at the start of each part @returns a summary line */
export async function buildEverything(log: (line: string) => void): Promise<string> {
  mkdirSync('dist', { recursive: true });
  const staging = mkdtempSync('dist/.staging-');
  const assets = `${staging}/assets`;
  const demo = `${staging}/demo`;
  const tables = `${staging}/tables`;
  for (const directory of [assets, demo, tables]) mkdirSync(directory);
  log('Building the tables of places and referrers …');
  const areas = buildAreaTable(`${tables}/areas.bin`);
  const cities = buildCityTable(`${tables}/cities.json`) + buildWorldCities(tables);
  const codes = buildZipTable(`${tables}/zip-table.bin`);
  buildMapBorders(`${tables}/map-borders.json`);
  buildPhoneNotations(`${tables}/phone-notations.json`);
  writeFileSync(`${tables}/numbering-plans.bin`, JSON.stringify(numberingPlans));
  const hosts = buildReferrerTable(`${tables}/referrers.bin`);
  log('Building the widget …');
  const widget = await buildWidget(assets);
  await buildPackage(`${staging}/package`, widget.version);
  serveModules(assets, `${staging}/package`);
  // A deployment may omit the reference.
  const hasReference = process.env['LEADLINE_REFERENCE'] !== 'off';
  if (hasReference) log('Building the API reference …');
  const operations = hasReference ? buildReference(assets) : 0;
  appendFileSync(`${assets}/_headers`, `\n${CONSOLE_HEADERS}\n${INSTALL_HEADERS}`);
  log('Building the console …');
  await buildInstall(assets, TARGETS);
  const { firstScreen, scripts } = await buildConsole(assets, tables);
  log('Building the demo site …');
  await buildDemo(assets, demo);
  for (const part of readdirSync(staging)) publish(`${staging}/${part}`, `dist/${part}`);
  rmdirSync(staging);
  return `Built ${codes} postal codes, ${cities} cities, ${areas} areas, ${hosts} referrer hosts, ${operations} documented operations, ${widget.file}, a console of ${kilobytes(scripts)} (first screen ${kilobytes(firstScreen.script)} and ${kilobytes(firstScreen.style)})`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
