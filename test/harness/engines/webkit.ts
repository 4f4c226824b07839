/** Drives WebKitGTK's MiniBrowser over WebDriver, on a virtual display. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../local-leadline.ts';
import { nextHost } from './hosts.ts';
import { FIND, type Engine, type Key, type Tab } from './tab.ts';

/** From Debian's packages `webkit2gtk-driver`, which includes the browser, and `xvfb`. */
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
export const XVFB = '/usr/bin/Xvfb';
/** Keys in WebDriver's own encoding. */
const KEYS: Readonly<Record<Key, string>> = { Enter: '\uE007', Shift: '\uE008' };
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Scrolls an element into view and returns the position of its middle. */
const MIDDLE = `(element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getClientRects()[0];
  return JSON.stringify([Math.round(left + width / 2), Math.round(top + height / 2)]);
}`;
const START_TRIES = 100;
const TRY_AGAIN_MS = 100;
/** Bounds of a page and a script, so that one that never ends fails its own test instead of all that follow. */
const TIMEOUTS = { pageLoad: 20_000, script: 20_000 };

type Call = (method: string, path: string, body?: Record<string, unknown>) => Promise<unknown>;

export async function startWebKit(): Promise<Engine> {
  const display = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = String(await once(display.stdio[3] as NodeJS.ReadableStream, 'data')).trim();
  const port = await freePort();
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  const call = callerOf(`http://127.0.0.1:${port}`);
  const session = await startSession(call);
  const inSession: Call = (method, path, body) => call(method, `/session/${session}${path}`, body);
  const first = (await inSession('GET', '/window')) as string;
  const tab = tabOf(inSession, first);
  const leave = async (): Promise<void> => {
    for (const handle of (await inSession('GET', '/window/handles')) as string[]) {
      if (handle === first) continue;
      await inSession('POST', '/window', { handle });
      await inSession('DELETE', '/window');
    }
    await inSession('POST', '/window', { handle: first });
    await tab.goto('about:blank');
  };
  return {
    visit: async () => {
      await leave();
      return { tab, host: nextHost() };
    },
    leave,
    close: async () => {
      await call('DELETE', `/session/${session}`);
      await Promise.all([end(driver), end(display)]);
    },
  };
}

/** @param inSession calls the driver for the current window @param handle of the tab's window */
function tabOf(inSession: Call, handle: string): Tab {
  const call: Call = async (method, path, body) => {
    if (((await inSession('GET', '/window')) as string) !== handle) {
      await inSession('POST', '/window', { handle });
    }
    return inSession(method, path, body);
  };
  const execute = (source: string): Promise<unknown> =>
    call('POST', '/execute/async', {
      script: `const done = arguments[0]; (async () => (${source})())().then(done, (error) => done({ error: String(error) }))`,
      args: [],
    });
  const run = async (source: string): Promise<string> => {
    const result = await execute(source);
    if (typeof result === 'string') return result;
    throw new Error((result as { error?: string } | null)?.error ?? 'The page returned no text.');
  };
  const find = async (selector: string): Promise<string> => {
    const found = (await execute(`() => (${FIND})(${JSON.stringify(selector)})`)) as Record<
      string,
      string
    > | null;
    const id = found?.[ELEMENT];
    if (id === undefined) throw new Error(`There is no ${selector}.`);
    return `/element/${id}`;
  };
  return {
    goto: async (url) => void (await call('POST', '/url', { url })),
    reload: async () => void (await call('POST', '/refresh')),
    run: async (source, frame) => {
      if (frame === undefined) return run(source);
      const [, , id] = (await find(frame)).split('/');
      await call('POST', '/frame', { id: { [ELEMENT]: id } });
      return run(source).finally(() => call('POST', '/frame', { id: null }));
    },
    click: async (selector, count = 1) => {
      const [x, y] = JSON.parse(await run(`() => (${MIDDLE})((${FIND})(${JSON.stringify(selector)}))`)) as [
        number,
        number,
      ];
      const clicks = Array.from({ length: count }, () => [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]).flat();
      const actions = [{ type: 'pointerMove', x, y }, ...clicks];
      await call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    type: async (selector, text) => {
      const element = await find(selector);
      await call('POST', `${element}/clear`);
      await call('POST', `${element}/value`, { text });
    },
    press: async (selector, key) =>
      void (await call('POST', `${await find(selector)}/value`, { text: KEYS[key] })),
    resize: async (width, height) => {
      await call('POST', '/window/rect', { width, height });
    },
    another: async () => {
      const opened = (await call('POST', '/window/new', { type: 'tab' })) as { handle: string };
      return tabOf(inSession, opened.handle);
    },
  };
}

async function startSession(call: Call): Promise<string> {
  const binary = ['x86_64', 'aarch64', 'arm']
    .flatMap((machine) =>
      ['4.1', '4.0', '6.0'].map(
        (version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
      ),
    )
    .find((path) => existsSync(path));
  const options = { binary, args: ['--automation'] };
  for (let tries = 1; ; tries++) {
    try {
      const capabilities = { alwaysMatch: { timeouts: TIMEOUTS, 'webkitgtk:browserOptions': options } };
      return ((await call('POST', '/session', { capabilities })) as { sessionId: string }).sessionId;
    } catch (error) {
      // The driver does not listen yet.
      if (tries === START_TRIES) throw error;
      await wait(TRY_AGAIN_MS);
    }
  }
}

function callerOf(origin: string): Call {
  return async (method, path, body = {}) => {
    const response = await fetch(origin + path, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: { message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.message ?? response.status}`);
    return value;
  };
}

async function end(process: ChildProcess): Promise<void> {
  process.kill();
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}
