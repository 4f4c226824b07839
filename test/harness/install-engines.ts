/**
 * Provides Firefox, its driver and WebKit before the tests start: installed ones, else Debian's packages if the machine allows it, else a
 * clear message and a failure. Prints the tested versions.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { FIREFOX } from './engines/firefox.ts';
import { WEBKIT_DRIVER, XVFB } from './engines/webkit.ts';
import { installDebianPackages } from './install-packages.ts';

/** The required programs, and the packages that contain them. */
const NEEDED = [
  { path: FIREFOX, packages: ['firefox-esr'] },
  { path: WEBKIT_DRIVER, packages: ['webkit2gtk-driver'] },
  { path: XVFB, packages: ['xvfb'] },
];

const missing = (): typeof NEEDED => NEEDED.filter(({ path }) => !existsSync(path));

if (missing().length > 0) installDebianPackages(missing().flatMap(({ packages }) => packages));
if (missing().length > 0) {
  const paths = missing().map(({ path }) => path);
  const packages = missing().flatMap(({ packages }) => packages);
  console.error(
    `The tests of the other engines need ${paths.join(', ')} and could not get ${paths.length > 1 ? 'them' : 'it'}. On Debian: apt-get install ${packages.join(' ')}. FIREFOX_PATH may name another Firefox.`,
  );
  process.exit(1);
}
const driver = ['ci', '--prefix', 'test/harness/engines'];
if (spawnSync('npm', driver, { stdio: 'inherit' }).status !== 0) process.exit(1);
for (const { packages } of NEEDED) {
  const query = ['-W', '-f', '${Package} ${Version}\n', ...packages];
  console.log(spawnSync('dpkg-query', query, { encoding: 'utf8' }).stdout.trim());
}
