/** `npm run release:widget`, once a release: stores the current build of the script for sites that pin it. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { WidgetManifest } from './widget.ts';

/** The hashes of all released files by name, which sites pin. */
const HASHES = 'widget/releases/integrity.json';

const { file, integrity } = JSON.parse(
  readFileSync('dist/assets/dni/leadline.json', 'utf8'),
) as WidgetManifest;
const name = file.replace('/dni/', '');
copyFileSync(`dist/assets${file}`, `widget/releases/${name}`);
const hashes = JSON.parse(readFileSync(HASHES, 'utf8')) as Record<string, string>;
writeFileSync(HASHES, `${JSON.stringify({ ...hashes, [name]: integrity }, null, 2)}\n`);
console.log(`Wrote widget/releases/${name} and its hash. Commit both.`);
