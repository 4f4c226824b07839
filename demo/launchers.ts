/**
 * Watches the processes that started this one: npm, the shell in which npm runs scripts, and the shell that started npm. npm does
 * not forward signals to the script, and nobody can forward SIGKILL, so this process polls whether they still exist.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, fstatSync, readFileSync, statSync } from 'node:fs';

const POLL_MS = 500;
const SHELL = /^-?(?:ba|da|a|z|k|fi)?sh$/;

/** A process in the system's process list. */
interface Listed {
  parent: number;
  /** Name of the program, without its folder. */
  name: string;
}

/**
 * Calls `onEnd` once, when one of them has ended. A background process (its input is `/dev/null`) may outlive the shell that
 * started it, as the server of a CI job does, but not npm.
 */
export function watchLaunchers(onEnd: () => void): void {
  const chain = launchers();
  const timer = setInterval(() => {
    if (chain.every((pid, index) => parentOf(chain[index - 1] ?? process.pid) === pid)) return;
    clearInterval(timer);
    onEnd();
  }, POLL_MS);
  timer.unref();
}

/** Lists the ancestors with which this process ends, nearest first. */
function launchers(): number[] {
  const chain: number[] = [];
  let pid = process.ppid;
  // Package managers set this variable, whether they use a shell or not.
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

/** Tells whether the input is `/dev/null`, as shells without job control set it for commands started with `&`. */
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

/** Looks up a process; undefined when it does not exist. */
function read(pid: number): Listed | undefined {
  return existsSync('/proc/self/stat') ? readProc(pid) : readPs(pid);
}

function readProc(pid: number): Listed | undefined {
  try {
    // "<pid> (<name>) <state> <parent> ..."; the name may contain brackets.
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
