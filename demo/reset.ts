/** `npm run reset`: empties what `npm start` keeps between runs. */
import { existsSync, rmSync } from 'node:fs';

const state = process.env['LEADLINE_STATE'] ?? '.wrangler/state';
const existed = existsSync(state);
rmSync(state, { recursive: true, force: true });
console.log(existed ? `Emptied ${state}.` : `There was no data in ${state}.`);
