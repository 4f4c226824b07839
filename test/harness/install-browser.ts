/**
 * Provides a Chromium before the tests start: an installed one, else Debian's package if the machine allows it, else a clear
 * message and a failure. Without one the browser tests fail instead of being skipped. On Debian, root also installs the
 * headless shell, which is faster but not required.
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
