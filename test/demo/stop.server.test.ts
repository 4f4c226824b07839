/** @module-tag full: starts `npm start` as a process, and ends it in every way */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, type ExpectStatic, test } from 'vitest';
import { freePort } from '../harness/local-leadline.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadline-stop-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts npm; all its processes have `state` in their environment. */
interface Started {
  npm: ChildProcess;
  port: number;
  state: string;
}

async function startByNpm(command: string, stdin: 'ignore' | 'pipe', expect: ExpectStatic): Promise<Started> {
  const port = await freePort();
  const state = mkdtempSync(join(folder, 'state-'));
  const npm = spawn('sh', ['-c', command], {
    stdio: [stdin, 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), LEADLINE_STATE: state, OPERATOR_TOKEN: '' },
    // A process group of its own, as in a terminal.
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 50_000 }).toContain('Leadline is running');
  return { npm, port, state };
}

/** Lists the command lines of started processes that still run. */
function survivors(state: string): string[] {
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(state))
    .map((name) => `${name} ${read(`/proc/${name}/cmdline`).replaceAll('\0', ' ')}`);
}

function pidOf(state: string, program: RegExp): number {
  return Number.parseInt(survivors(state).find((line) => program.test(line)) ?? '', 10);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Ends some of the started processes. */
type End = (start: Started) => unknown;

const NPM = 'exec npm start -- --no-demo';

test.concurrent.for<[what: string, command: string, end: End]>([
  ['npm gets a SIGTERM', NPM, (start) => process.kill(start.npm.pid!, 'SIGTERM')],
  ['the terminal is closed', NPM, (start) => process.kill(-start.npm.pid!, 'SIGHUP')],
  ['the shell around npm is killed', `${NPM.slice(5)}; true`, (start) => start.npm.kill('SIGKILL')],
  [
    'the script itself is killed',
    NPM,
    ({ state }) => process.kill(pidOf(state, /node demo\/start\.ts/), 'SIGKILL'),
  ],
  ['wrangler is killed', NPM, ({ state }) => process.kill(pidOf(state, /wrangler-dist\/cli\.js/), 'SIGKILL')],
])('no process remains when %s', async ([, command, end], { expect }) => {
  const start = await startByNpm(command, 'pipe', expect);
  expect(survivors(start.state).join('\n')).toContain('workerd serve');

  end(start);

  await expect.poll(() => survivors(start.state), { timeout: 30_000, interval: 200 }).toEqual([]);
  expect(await listens(start.port)).toBe(false);
});

test.concurrent('a copy in the background outlives its shell, but not npm', async ({ expect }) => {
  const start = await startByNpm(`${NPM.slice(5)}; true`, 'ignore', expect);
  const npm = pidOf(start.state, /^\d+ npm/);

  start.npm.kill('SIGKILL');
  // Longer than noticing the end of the shell takes.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await listens(start.port)).toBe(true);
  process.kill(npm, 'SIGKILL');

  await expect.poll(() => survivors(start.state), { timeout: 30_000, interval: 200 }).toEqual([]);
});
