/**
 * Runs scripts of package.json at the same time, each with its output in one piece. It fails if one of them fails:
 * `node test/harness/side-by-side.ts lint types`.
 */
import { spawn } from 'node:child_process';

/** Runs a script and prints its output at its end. @returns whether it succeeded */
async function run(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => output.push(piece));
  const isDone = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
  process.stdout.write(Buffer.concat(output));
  console.log(`npm run ${script}: ${isDone ? 'passed' : 'FAILED'}`);
  return isDone;
}

const results = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;
