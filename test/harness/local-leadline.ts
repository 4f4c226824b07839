/** Runs `npm start` as a process, for tests that use the product as a developer does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** A running copy. */
export interface LocalLeadline {
  origin: string;
  /** Returns the output so far. */
  output(): string;
  /** Stops it and waits for its end. */
  stop(): Promise<void>;
}

/** Starts a copy with its data in `state`; resolves when it runs. @param options such as `--no-demo` */
export async function startLocalLeadline(
  state: string,
  port: number,
  options: readonly string[] = [],
): Promise<LocalLeadline> {
  const { child, output } = spawnStart(state, port, options);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('Leadline is running')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output()}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    output,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Runs a start that should fail; resolves to its exit code and output. */
export async function failToStart(
  state: string,
  port: number | string,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnStart(state, port);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output: output() };
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The machine has no free port.');
  return address.port;
}

function spawnStart(
  state: string,
  port: number | string,
  options: readonly string[] = [],
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['demo/start.ts', ...options], {
    env: { ...process.env, PORT: String(port), LEADLINE_STATE: state, OPERATOR_TOKEN: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  return { child, output: () => printed };
}
