/** The sheet of costs: shows what is published, and saves what is written. */
import { SHEET_CSV } from '../sheet.ts';

const box = document.querySelector('textarea');
document.querySelector('button')?.addEventListener('click', () => void save());
void read();

async function read(): Promise<void> {
  const answer = await fetch(SHEET_CSV).catch(() => undefined);
  if (answer?.ok !== true || box === null) return say('The sheet cannot be read. Is the demo running?');
  box.value = await answer.text();
  say(`Published at ${location.origin}${SHEET_CSV}`);
}

async function save(): Promise<void> {
  const answer = await fetch(SHEET_CSV, { method: 'PUT', body: box?.value ?? '' }).catch(() => undefined);
  say(answer?.ok === true ? 'Saved and published.' : 'It could not be saved.');
}

function say(text: string): void {
  const status = document.querySelector('[role=status]');
  if (status !== null) status.textContent = text;
}
