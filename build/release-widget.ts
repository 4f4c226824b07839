/** Keeps the present build of the script for the sites that pin it: `npm run release:widget`, once a release. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { WidgetManifest } from './widget.ts';

/** The hash of every released file, by its name; sites pin these. */
const HASHES = 'widget/releases/integrity.json';

const { file, integrity } = JSON.parse(
  readFileSync('dist/assets/dni/leadline.json', 'utf8'),
) as WidgetManifest;
const name = file.replace('/dni/', '');
copyFileSync(`dist/assets${file}`, `widget/releases/${name}`);
const hashes = JSON.parse(readFileSync(HASHES, 'utf8')) as Record<string, string>;
writeFileSync(HASHES, `${JSON.stringify({ ...hashes, [name]: integrity }, null, 2)}\n`);
console.log(`Kept widget/releases/${name} with its hash; commit both.`);
