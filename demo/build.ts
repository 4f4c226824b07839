/** Builds the static files of `npm start`: the product's own, and the demo site beside them. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { demoPages } from './pages.ts';

/**
 * @param assets the product's static files
 * @param directory where the demo's go: a copy of `assets`, the site under `demo/`
 */
export function buildDemo(assets: string, directory: string): void {
  mkdirSync(`${directory}/demo`, { recursive: true });
  cpSync(assets, directory, { recursive: true });
  cpSync('demo/site', `${directory}/demo`, { recursive: true });
  for (const { file, html } of demoPages()) writeFileSync(`${directory}/demo/${file}`, html);
}
