/** Keeps the present build of the script for the sites that pin it: `npm run release:widget`, once a release. */
import { copyFileSync, readFileSync } from 'node:fs';
import type { WidgetManifest } from './widget.ts';

const { file } = JSON.parse(readFileSync('dist/assets/dni/leadline.json', 'utf8')) as WidgetManifest;
const target = file.replace('/dni/', 'widget/releases/');
copyFileSync(`dist/assets${file}`, target);
console.log(`Kept ${target}; commit it.`);
