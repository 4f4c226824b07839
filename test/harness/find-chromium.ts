/** Finds this machine's Chromium, and its headless shell, which has the same engine without a browser's user interface. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the browser's path: `CHROMIUM_PATH`, else the first one found; undefined when there is none. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM_PATH'] ?? '', ...inPath(NAMES), ...APPLICATIONS].find(isExecutable);
}

/**
 * Returns the path of the headless shell, else that of the browser. In the shell a visitor's profile takes a quarter of the
 * processor time. `CHROMIUM_PATH` goes before both.
 */
export function findHeadlessChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'] ?? '';
  return [named, ...inPath([SHELL])].find(isExecutable) ?? findChromium();
}

/** Returns whether the path has a headless shell. */
export function hasHeadlessShell(): boolean {
  return inPath([SHELL]).some(isExecutable);
}

function inPath(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function isExecutable(path: string): boolean {
  if (path === '') return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
