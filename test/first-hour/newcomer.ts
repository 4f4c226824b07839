/** Simulates a person at a terminal: a shell that keeps its variables between commands, and a running Leadline. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { freePort } from '../harness/local-leadline.ts';

const COMMAND_TIMEOUT_MS = 300_000;

export interface Terminal {
  /** Runs commands and returns their output; throws with it when one fails. */
  type(text: string): Promise<string>;
  /** Starts a long-running command and waits until it prints `sign`. @returns the output so far */
  start(command: string, sign: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens a terminal in the fresh clone, with its own `LEADLINE_STATE` and a free `PORT`. */
export async function openTerminal(): Promise<Terminal & { port: number }> {
  const state = mkdtempSync(join(tmpdir(), 'leadline-first-hour-'));
  const port = await freePort();
  const options = {
    cwd: inject('clone'),
    env: { ...process.env, PORT: String(port), LEADLINE_STATE: state, OPERATOR_TOKEN: '' },
    detached: true,
  };
  const shell = spawn('bash', ['--norc', '-o', 'pipefail'], { ...options, stdio: 'pipe' });
  const running: ChildProcess[] = [];
  return {
    port,
    type: (text) => typeInto(shell, text),
    start: (command, sign) => {
      const child = spawn('bash', ['--norc', '-c', command], {
        ...options,
        stdio: 'pipe',
      });
      running.push(child);
      return untilPrinted(child, sign);
    },
    close: async () => {
      shell.kill();
      await Promise.all(running.map(stop));
      rmSync(state, { recursive: true, force: true });
    },
  };
}

let marks = 0;

/** Adds a line to the commands that prints their end and exit code. */
function typeInto(shell: ChildProcess, text: string): Promise<string> {
  const mark = `end-of-commands-${++marks}`;
  return new Promise((resolve, reject) => {
    let printed = '';
    let complaints = '';
    const timer = setTimeout(() => end('Still running'), COMMAND_TIMEOUT_MS);
    const complain = (chunk: Buffer): void => void (complaints += String(chunk));
    const hear = (chunk: Buffer): void => {
      printed += String(chunk);
      const [line, code] = new RegExp(`\\n${mark} (\\d+)\\n`).exec(printed) ?? [];
      if (line === undefined) return;
      printed = printed.replace(line, '');
      end(code === '0' ? undefined : `Failed with ${code}`);
    };
    const end = (fault?: string): void => {
      clearTimeout(timer);
      shell.stdout?.off('data', hear);
      shell.stderr?.off('data', complain);
      if (fault === undefined) resolve(printed);
      else reject(new Error(`${fault}:\n${text}\n${printed}${complaints}`));
    };
    shell.stdout?.on('data', hear);
    shell.stderr?.on('data', complain);
    // In this shell, but not with its input, which has the next commands.
    shell.stdin?.write(`{ ${text}\n} < /dev/null\nprintf '\\n%s %s\\n' ${mark} $?\n`);
  });
}

function untilPrinted(child: ChildProcess, sign: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        printed += String(chunk);
        if (printed.includes(sign)) resolve(printed);
      });
    }
    child.once('exit', (code) => reject(new Error(`Ended with ${code}:\n${printed}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGINT');
  await gone;
}
