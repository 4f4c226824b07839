/**
 * Makes sure that a Chromium is there before the tests start: one that is installed, else Debian's package when the
 * machine lets us install it, else a clear message and a failure. The browser tests are never skipped.
 */
import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.ts';

if (findChromium() === undefined) installDebianPackage();
if (findChromium() === undefined) {
  console.error(
    'The tests need a Chromium and could not get one. Install Chromium or Chrome (Debian: apt-get install chromium), or set CHROMIUM_PATH to its executable.',
  );
  process.exit(1);
}

function installDebianPackage(): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const command of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const [program = '', ...rest] = [...sudo, ...command];
    console.log(`No Chromium found; running ${[program, ...rest].join(' ')}`);
    spawnSync(program, rest, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}
