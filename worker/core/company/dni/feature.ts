/** The DNI settings, their publication to KV, and how the company's site does. */
import type { Feature } from '../../engine/context/feature.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import { forgetAuthor } from './history.ts';
import { dniSettingsRoutes } from './routes.ts';
import { nextPublishTime, publishDniSettings, republishDniSettings } from './settings.ts';
import { timeZoneOf } from './time-zone.ts';
import { siteRoutes } from './site-routes.ts';
import { notFound, type Refusal } from '../../../shared/http/problems.ts';
import { previewRefusal } from '../../engine/http/authenticate.ts';
import { dniSettingsOf } from './saved-settings.ts';
import { recordPage } from './seen-pages.ts';
import { recordCheckedPage, type SiteToCheck, siteToCheck } from './site-checks.ts';

export const dniFeature = {
  routes: [
    { under: 'dni', path: '/settings', routes: dniSettingsRoutes },
    { under: 'dni', path: '/site', routes: siteRoutes },
  ],
  rpc: {
    dniSettings: (company) => {
      const saved = dniSettingsOf(company).read();
      return saved && { ...saved, zone: timeZoneOf(company) };
    },
    recordPage,
    siteToCheck: {
      answer: siteToCheck,
      absent: (): SiteToCheck => ({ outcome: 'no_settings' }),
    },
    recordCheckedPage,
    previewRefusal: {
      answer: (company, authorization: string | undefined, purpose: 'preview' | 'check') =>
        previewRefusal(authorization, { company, operatorToken: company.bindings.OPERATOR_TOKEN }, purpose),
      absent: (): Refusal => ({ code: 'not_found', message: notFound().message, headers: {} }),
    },
  },
  background: [
    {
      kind: 'publication',
      nextTime: ({ database }) => nextPublishTime(database),
      run: async (company, env) => {
        await publishDniSettings(company, env.CACHE);
      },
    },
  ],
  react: (context, changes) => {
    const isOptions = ({ type, data }: NewChange): boolean =>
      type === 'settings.changed' && data?.['settings'] === 'options';
    if (changes.some(isOptions)) republishDniSettings(context);
  },
  personalData: {
    ofUsers: [
      {
        columns: { dni_settings_history: ['actor_name'] },
        erase: ({ database }, { userId }) => forgetAuthor(database, userId),
      },
    ],
  },
} satisfies Feature;
