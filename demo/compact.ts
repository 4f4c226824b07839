/** `npm run compact`: removes deleted and erased data from the disk for good. Stop `npm start` first. */
import { existsSync } from 'node:fs';
import { compactState } from './state.ts';

const state = process.env['LEADLINE_STATE'] ?? '.wrangler/state';
if (existsSync(state)) {
  console.log(`Rewrote ${compactState(state)} databases in ${state}.`);
} else {
  console.log(`There is no data in ${state}.`);
}
