/** The recorded answers, which the gate compares with what the product does. */
import { resolve } from 'node:path';

/** Returns answers as a file has them. */
export function asRecorded(answers: unknown): string {
  return `${JSON.stringify(answers, undefined, 2)}\n`;
}

/** The file of a recording, for `toMatchFileSnapshot`, which writes it with `-u`. @param name without the ending */
export function recordingOf(name: string): string {
  return resolve('test/oracles/recorded', `${name}.json`);
}
