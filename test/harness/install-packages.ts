/** Debian's packages, as far as the machine lets us install them. */
import { spawnSync } from 'node:child_process';

/** Tries to install packages; whether it worked shows in what is there afterwards. */
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
