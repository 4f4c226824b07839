/**
 * What started this process: npm, the shell in which npm runs scripts, and the shell that npm was started from. A signal to npm does
 * not reach the script, and a kill is no signal that anybody could pass on, so they are watched.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, fstatSync, readFileSync, statSync } from 'node:fs';

const POLL_MS = 500;
const SHELL = /^-?(?:ba|da|a|z|k|fi)?sh$/;

/** A process as the system lists it. */
interface Listed {
  parent: number;
  /** Of the program, without its folder. */
  name: string;
}

/**
 * Calls `gone` once, when one of them has ended. What runs in the background (its input is `/dev/null`) may outlive the shell
 * that it was started from, as the server of a CI job does, but not npm.
 */
export function watchLaunchers(gone: () => void): void {
  const chain = launchers();
  const timer = setInterval(() => {
    if (chain.every((pid, index) => parentOf(chain[index - 1] ?? process.pid) === pid)) return;
    clearInterval(timer);
    gone();
  }, POLL_MS);
  timer.unref();
}

/** The processes above this one that it ends with, the nearest first. */
function launchers(): number[] {
  const chain: number[] = [];
  let pid = process.ppid;
  // A package manager says in the environment that it runs this, in a shell or without one.
  if (process.env['npm_lifecycle_event'] !== undefined) {
    while (pid > 1) {
      const listed = read(pid);
      chain.push(pid);
      pid = listed?.parent ?? 0;
      if (!SHELL.test(listed?.name ?? '')) break;
    }
  }
  return pid > 1 && !inBackground() ? [...chain, pid] : chain;
}

/** Whether the input is `/dev/null`, which shells without job control give to what they start with `&`. */
function inBackground(): boolean {
  try {
    return fstatSync(0).rdev === statSync('/dev/null').rdev;
  } catch {
    return true;
  }
}

function parentOf(pid: number): number | undefined {
  return pid === process.pid ? process.ppid : read(pid)?.parent;
}

/** Undefined when there is no such process. */
function read(pid: number): Listed | undefined {
  return existsSync('/proc/self/stat') ? readProc(pid) : readPs(pid);
}

function readProc(pid: number): Listed | undefined {
  try {
    // "<pid> (<name>) <state> <parent> ...", where the name may have brackets too.
    const [, name = '', rest = ''] =
      /^\d+ \((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { parent: Number.parseInt(rest, 10), name };
  } catch {
    return undefined;
  }
}

function readPs(pid: number): Listed | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, name] = /^\s*(\d+)\s+(?:.*\/)?(.*)$/m.exec(stdout ?? '') ?? [];
  return parent === undefined ? undefined : { parent: Number(parent), name: name ?? '' };
}
