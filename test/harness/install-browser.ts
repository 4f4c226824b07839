/**
 * Makes sure that a Chromium is there before the tests start: one that is installed, else Debian's package when the
 * machine lets us install it, else a clear message and a failure. Without one the browser tests fail instead of being skipped.
 * Root of a Debian gets the headless shell as well, in which the tests take less time; they do without it.
 */
import { existsSync } from 'node:fs';
import { findChromium, hasHeadlessShell } from './find-chromium.ts';
import { installDebianPackages } from './install-packages.ts';

if (findChromium() === undefined) installDebianPackages(['chromium', 'fonts-liberation']);
if (findChromium() === undefined) {
  console.error(
    'The tests need a Chromium and could not get one. Install Chromium or Chrome (Debian: apt-get install chromium), or set CHROMIUM_PATH to its executable.',
  );
  process.exit(1);
}

const mayInstall =
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env['CHROMIUM_PATH'];
if (mayInstall && !hasHeadlessShell()) installDebianPackages(['chromium-headless-shell']);
