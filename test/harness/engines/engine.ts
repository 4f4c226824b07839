/** Chooses the tested engine: Chromium, or the one in LEADLINE_ENGINE. */
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import type { Engine, EngineOptions } from './tab.ts';
import { startWebKit } from './webkit.ts';

const ENGINES = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };

export type EngineName = keyof typeof ENGINES;

export const engineName = (process.env['LEADLINE_ENGINE'] ?? 'chromium') as EngineName;

export function startEngine(options: EngineOptions = {}): Promise<Engine> {
  return ENGINES[engineName](options);
}
