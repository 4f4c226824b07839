/**
 * `npm start`: runs the product, a demo company and its site on this machine.
 *
 * `PORT` sets the port (default 8787), `LEADLINE_STATE` the folder of the data (default `.wrangler/state`), and `OPERATOR_TOKEN`
 * (or `.dev.vars`) the operator's secret; `--no-demo` omits the demo company and its site, and `--no-build` uses the files
 * of the last build. The process ends when the process that started it ends (launchers.ts), and with it everything that it
 * started (server.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parseEnv } from 'node:util';
import { DEMO_COMPANY_ID, DEMO_SIGN_IN } from './company.ts';
import { watchLaunchers } from './launchers.ts';
import { findInvalidVariables } from '../worker/shared/configuration.ts';
import { seedDemo } from './seed.ts';
import { startServer } from './server.ts';
import { deleteTraces } from './state.ts';

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 100;
const COMPLETE_POLL_MS = 1_000;

/** The default operator token on a developer's machine. */
const LOCAL_TOKEN = 'local-operator-token';

const port = portOf(process.env['PORT']);
const state = process.env['LEADLINE_STATE'] ?? '.wrangler/state';
const withDemo = !process.argv.includes('--no-demo');
const operatorToken = operatorTokenOf(process.env['OPERATOR_TOKEN']);
const origin = `http://localhost:${port}`;

checkVariables();
if (await isTaken(port))
  fail(`Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=8788 npm start`);

deleteTraces(state);
// A line for each step, since the first start takes a minute. The runtime itself would build silently.
if (!process.argv.includes('--no-build')) await import('../build/build.ts');
console.log(`Starting the Worker on ${origin} …`);
const server = startServer({
  port,
  state,
  operatorToken,
  publicUrl: configured('PUBLIC_URL') || origin,
  main: withDemo ? 'demo/worker/index.ts' : 'worker/index.ts',
  assets: withDemo ? 'dist/demo' : 'dist/assets',
});
let stopped = false;
void server.ended.then((code) => process.exit(stopped ? 0 : code));
const stop = (): void => {
  stopped = true;
  void server.stop();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
watchLaunchers(stop);

try {
  await untilReady();
  if (withDemo) {
    console.log(`The pages answer at ${origin}/demo/.`);
    console.log('Creating the demo company with its leads and calls, unless they exist …');
    const demo = await seedDemo(origin, operatorToken, (what) => console.log(`  ${what} …`));
    const isComplete = await demo.isComplete();
    console.log(banner());
    if (!isComplete) await untilComplete(demo.isComplete);
  } else {
    console.log(banner());
  }
} catch (error) {
  // Requests fail while the server is being stopped.
  if (!stopped) throw error;
}

/** Says what goes on in the background, and when it is done. */
async function untilComplete(isComplete: () => Promise<boolean>): Promise<void> {
  console.log('The calls of the demo are still being matched with their visits …');
  while (!(await isComplete())) await new Promise((resolve) => setTimeout(resolve, COMPLETE_POLL_MS));
  console.log('Every call has its visit: the demo is complete.');
}

function banner(): string {
  const demo = [
    ['Demo site', `${origin}/demo/`],
    ['Console', `${origin}/console/`],
    ['Demo sign-in', `${DEMO_SIGN_IN.email} / ${DEMO_SIGN_IN.password}`],
    ['Demo mailbox', `${origin}/demo/mail`],
    ['Demo chat', `${origin}/demo/chat`],
    ['Demo costs', `${origin}/demo/sheet`],
    ['Demo company', DEMO_COMPANY_ID],
  ];
  const lines = [
    ...(withDemo ? demo : [['Console', `${origin}/console/`]]),
    ['API reference', `${origin}/reference/`],
    ['Operator token', tokenNote()],
    ['Data', `${state} (delete it with npm run reset)`],
  ].map(([name = '', value]) => `  ${name.padEnd(16)}${value}`);
  return ['', 'Leadline is running. Stop it with Ctrl+C.', '', ...lines, ''].join('\n');
}

/** Only the built-in token is printed; any other is secret. */
function tokenNote(): string {
  return operatorToken === LOCAL_TOKEN ? LOCAL_TOKEN : 'as configured';
}

async function untilReady(): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`${origin}/dni/leadline.js`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
  await server.stop();
  fail(`The server did not answer within ${READY_TIMEOUT_MS / 1000} seconds.`);
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    fail(`PORT must be a number from 1 to 65535, not "${text}".`);
  return port;
}

/** Exits with an explanation if a variable in `.dev.vars` is invalid. */
function checkVariables(): void {
  const faults = findInvalidVariables(
    existsSync('.dev.vars') ? parseEnv(readFileSync('.dev.vars', 'utf8')) : {},
  );
  if (faults.length === 0) return;
  fail(faults.map(({ variable, detail }) => `${variable} in .dev.vars: ${detail}`).join('\n'));
}

/** Returns the token of the environment, else of `.dev.vars`, else the local default. */
function operatorTokenOf(environment: string | undefined): string {
  return environment || configured('OPERATOR_TOKEN') || LOCAL_TOKEN;
}

/** Returns a variable of `.dev.vars`. */
function configured(name: string): string | undefined {
  const file = existsSync('.dev.vars') ? parseEnv(readFileSync('.dev.vars', 'utf8')) : {};
  return file[name];
}

/** Tells whether the port is in use. */
function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
