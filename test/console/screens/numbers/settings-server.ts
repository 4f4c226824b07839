/** Shows the numbers screen over a server that keeps the settings of a company. */
import { h } from 'preact';
import { type DniSettings, NO_SETTINGS } from '../../../../console/screens/draft/dni-settings.ts';
import { NumbersScreen } from '../../../../console/screens/numbers/screen.tsx';
import { dniSettings } from '../../../harness/dni-company.ts';
import {
  type ApiAnswers,
  type ApiRequest,
  refusal,
  show,
  type Shown,
  type ShowOptions,
} from '../../rendered.ts';

/** The four branches of `dniSettings` and their numbers. */
export const SETTINGS: DniSettings = { ...NO_SETTINGS, ...dniSettings() };

/** What the server has. */
export interface Published {
  settings: DniSettings | null;
  version: number;
}

/** Returns settings that are published as version 3. */
export function publishedWith(change: Partial<DniSettings> = {}): Published {
  return { settings: { ...SETTINGS, ...change }, version: 3 };
}

/** Publishes a change of somebody else. */
export function publishMeanwhile(published: Published, change: Partial<DniSettings>): void {
  published.settings = { ...NO_SETTINGS, ...published.settings, ...change };
  published.version += 1;
}

/** Returns the answers of a server that refuses what is based on an older version. */
export function settingsAnswers(published: Published): ApiAnswers {
  const answer = (): Response =>
    Response.json(published.settings, { headers: { ETag: `"${published.version}"` } });
  return {
    'GET /settings': { default_region: 'US' },
    'GET /users': [],
    'GET /calls/silent': { numbers: 4, silent: [] },
    'GET /dni/api/pools': { pools: [] },
    'GET /dni/api/settings': answer,
    'PUT /dni/api/settings': ({ path, body, headers }: ApiRequest) => {
      if (path.includes('dry_run')) return { visits: [], warnings: [] };
      const over = headers.get('If-Match');
      if (over !== null && over !== `"${published.version}"`)
        return refusal(412, 'changed_meanwhile', 'There is a newer version.');
      published.settings = body as DniSettings;
      published.version += 1;
      return answer();
    },
  };
}

/** Shows a part of the numbers screen. */
export function showNumbers(at: string, published: Published, options: ShowOptions = {}): Promise<Shown> {
  return show(h(NumbersScreen, {}), {
    ...options,
    at: `numbers/${at}`,
    answers: { ...settingsAnswers(published), ...options.answers },
  });
}
