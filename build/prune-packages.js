/** Deletes what packages bring and nothing here uses, after an installation: 87 MB of 740. */
import { rmSync } from 'node:fs';

const UNUSED = [
  // The package that Node was linked from, with headers for add-ons. A later `npm install` deletes it too.
  'node_modules/node/node_modules',
  // The library that miniflare loads for the Images binding.
  'node_modules/@img',
];

for (const folder of UNUSED) rmSync(folder, { recursive: true, force: true });
