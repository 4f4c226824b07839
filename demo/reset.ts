/** `npm run reset`: deletes the data of `npm start`. */
import { existsSync, rmSync } from 'node:fs';

const state = process.env['LEADLINE_STATE'] ?? '.wrangler/state';
const existed = existsSync(state);
rmSync(state, { recursive: true, force: true });
console.log(existed ? `Deleted the data in ${state}.` : `There was no data in ${state}.`);
