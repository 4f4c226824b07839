/**
 * The local runtime, `wrangler dev` with the processes that it starts. They are a process group of their own, so that all of
 * them can be ended together: workerd and the port would outlive a wrangler that is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** A runtime that is told to stop has this long to close its files. */
const STOP_TIMEOUT_MS = 5_000;

/** Ends the group once its input ends, and that ends with this process, even when this process is killed. */
const GUARD = 'cat > /dev/null; kill -s TERM -- "-$0"; sleep 2; kill -s KILL -- "-$0"';

/** What to run. */
export interface ServerOptions {
  port: number;
  /** The folder that keeps the data. */
  state: string;
  operatorToken: string;
  /** The Worker's module. */
  main: string;
  /** The folder of the static files. */
  assets: string;
}

/** A running server. */
export interface Server {
  /** The exit code, once it has ended by itself or was stopped. */
  ended: Promise<number>;
  /** Ends it with everything that it started. */
  stop(): Promise<unknown>;
}

/** Starts the server; it does not answer yet. */
export function startServer(options: ServerOptions): Server {
  const child = spawn('wrangler', wranglerArguments(options), {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      // The runtime would keep every request and statement beside the data, where no erasure comes, and at half its speed.
      X_LOCAL_OBSERVABILITY: 'false',
    },
  });
  guard(child);
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      // What a wrangler leaves behind that was killed itself.
      signalGroup(child, 'SIGKILL');
      resolve(code ?? 1);
    });
  });
  return {
    ended,
    stop: () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
      return ended.finally(() => clearTimeout(timer));
    },
  };
}

function wranglerArguments({ port, state, operatorToken, main, assets }: ServerOptions): string[] {
  return [
    'dev',
    main,
    `--port=${port}`,
    '--ip=127.0.0.1',
    '--inspector-port=0',
    `--persist-to=${state}`,
    `--assets=${assets}`,
    `--var=OPERATOR_TOKEN:${operatorToken}`,
    // Webhooks may go to this machine and its network.
    '--var=PRIVATE_ADDRESSES:allowed',
    '--log-level=error',
    '--show-interactive-dev-session=false',
  ];
}

/** Leaves a shell behind that waits for the end of this process. */
function guard({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const shell = spawn('sh', ['-c', GUARD, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  // The pipe stays open without keeping this process alive.
  (shell.stdin as unknown as { unref(): void } | null)?.unref();
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
