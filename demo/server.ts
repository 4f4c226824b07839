/**
 * Runs `wrangler dev` and the processes that it starts as one process group, so that they can be ended together: workerd would
 * outlive a killed wrangler and hold the port.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** Time for the runtime to close its files when it is stopped. */
const STOP_TIMEOUT_MS = 5_000;

/** Ends the group when its input closes, which happens when this process ends, even if it is killed. */
const GUARD = 'cat > /dev/null; kill -s TERM -- "-$0"; sleep 2; kill -s KILL -- "-$0"';

/** Options of the server. */
export interface ServerOptions {
  port: number;
  /** Folder of the data. */
  state: string;
  operatorToken: string;
  /** The address to which links in mail lead. */
  publicUrl: string;
  /** The Worker's module. */
  main: string;
  /** The folder of the static files. */
  assets: string;
}

/** A running server. */
export interface Server {
  /** Resolves to the exit code when the server has ended. */
  ended: Promise<number>;
  /** Ends the server and everything that it started. */
  stop(): Promise<unknown>;
}

/** Starts the server, without waiting until it answers. */
export function startServer(options: ServerOptions): Server {
  const child = spawn('wrangler', wranglerArguments(options), {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      // Tracing would store every request and statement beside the data, where erasure does not reach, and halve the speed.
      X_LOCAL_OBSERVABILITY: 'false',
    },
  });
  guard(child);
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      // A killed wrangler leaves processes behind.
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

function wranglerArguments(options: ServerOptions): string[] {
  const { port, state, operatorToken, publicUrl, main, assets } = options;
  return [
    'dev',
    main,
    `--port=${port}`,
    '--ip=127.0.0.1',
    '--inspector-port=0',
    `--persist-to=${state}`,
    `--assets=${assets}`,
    `--var=OPERATOR_TOKEN:${operatorToken}`,
    `--var=PUBLIC_URL:${publicUrl}`,
    // Allows webhooks to this machine and its network.
    '--var=PRIVATE_ADDRESSES:allowed',
    '--log-level=error',
    '--show-interactive-dev-session=false',
  ];
}

/** Starts a shell that waits for the end of this process and then ends the group. */
function guard({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const shell = spawn('sh', ['-c', GUARD, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  // Keeps the pipe open without keeping this process alive.
  (shell.stdin as unknown as { unref(): void } | null)?.unref();
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}
