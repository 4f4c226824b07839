/** `npm run compact`: leaves nothing on the disk of what was deleted or erased from the local data. Stop `npm start` before. */
import { existsSync } from 'node:fs';
import { compactState } from './state.ts';

const state = process.env['LEADLINE_STATE'] ?? '.wrangler/state';
if (existsSync(state)) {
  console.log(`Rewrote ${compactState(state)} databases in ${state}.`);
} else {
  console.log(`There is no data in ${state}.`);
}
