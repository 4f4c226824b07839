/** Installs Debian packages if the machine allows it. */
import { spawnSync } from 'node:child_process';

/** Tries to install packages. The caller checks whether it worked. */
export function installDebianPackages(packages: readonly string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const command of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ]) {
    const [program = '', ...rest] = [...sudo, ...command];
    console.log(`${packages.join(', ')} not found; running ${[program, ...rest].join(' ')}`);
    spawnSync(program, rest, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}
