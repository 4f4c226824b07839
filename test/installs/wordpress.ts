/** A new WordPress from Debian's packages: PHP's server, MariaDB, and a fresh site. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../harness/local-leadline.ts';

const PACKAGES = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'php-cli',
  'php-mysql',
  'php-mbstring',
  'php-xml',
  'mariadb-server',
  'zip',
];
const SOURCE = '/usr/share/wordpress';
const START_TIMEOUT_MS = 60_000;

export const ADMIN = { name: 'agency', password: 'a long password' } as const;

export interface WordPress {
  origin: string;
  /** The folder of the site. */
  folder: string;
  /** Runs PHP with WordPress loaded, and returns its output. */
  php(code: string): string;
  stop(): Promise<void>;
}

export async function startWordPress(): Promise<WordPress> {
  requirePackages();
  const root = mkdtempSync(join(tmpdir(), 'leadline-wordpress-'));
  const folder = join(root, 'site');
  const socket = join(root, 'database.sock');
  const database = await startDatabase(join(root, 'data'), socket);
  cpSync(SOURCE, folder, { recursive: true, dereference: true });
  mkdirSync(join(folder, 'wp-content/uploads'), { recursive: true });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  writeFileSync(join(folder, 'wp-config.php'), configuration(socket, origin));
  const server = spawn('php', ['-S', `localhost:${port}`, '-t', folder], {
    stdio: 'ignore',
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    detached: true,
  });
  await until(async () => (await fetch(`${origin}/wp-admin/install.php`)).ok);
  return {
    origin,
    folder,
    php: (code) =>
      execFileSync('php', ['-r', `require '${folder}/wp-load.php'; ${code}`], { encoding: 'utf8' }),
    stop: async () => {
      // PHP's server leaves its workers behind unless the whole group is ended.
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
      database.kill('SIGTERM');
      await new Promise((resolve) => database.once('exit', resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Installs missing packages, where that is allowed. */
function requirePackages(): void {
  const isThere = spawnSync('dpkg', ['-s', ...PACKAGES], { stdio: 'ignore' }).status === 0;
  if (isThere) return;
  const install = ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES];
  const { status } = spawnSync('apt-get', install, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`This test needs Debian's packages ${PACKAGES.join(', ')}.`);
}

async function startDatabase(data: string, socket: string): Promise<ChildProcess> {
  execFileSync('mariadb-install-db', ['--no-defaults', '--user=root', `--datadir=${data}`], {
    stdio: 'ignore',
  });
  const server = spawn(
    'mariadbd',
    ['--no-defaults', '--user=root', '--skip-networking', `--datadir=${data}`, `--socket=${socket}`],
    { stdio: 'ignore' },
  );
  const ask = (sql: string): boolean =>
    spawnSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-e', sql]).status === 0;
  await until(() => Promise.resolve(ask('SELECT 1')));
  ask(
    "CREATE DATABASE site; CREATE USER site@localhost IDENTIFIED BY 'site'; GRANT ALL ON site.* TO site@localhost",
  );
  return server;
}

function configuration(socket: string, origin: string): string {
  return `<?php
define( 'DB_NAME', 'site' );
define( 'DB_USER', 'site' );
define( 'DB_PASSWORD', 'site' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'WP_HOME', '${origin}' );
define( 'WP_SITEURL', '${origin}' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'FS_METHOD', 'direct' );
define( 'AUTH_KEY', 'a' ); define( 'SECURE_AUTH_KEY', 'b' ); define( 'LOGGED_IN_KEY', 'c' ); define( 'NONCE_KEY', 'd' );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
require_once ABSPATH . 'wp-settings.php';
`;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isDone().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('WordPress did not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
