/** The route of the set-up: `/dni/api/companies/<uuid>/setup`. */
import type { SetupBody } from './reference.ts';
import { Hono } from 'hono/tiny';
import { findInvalidVariables } from '../../../shared/configuration.ts';
import { siteReadersOnly } from '../../engine/http/authenticate.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { setupProgress } from './setup.ts';
import type { Feature } from '../../engine/context/feature.ts';

export const setupRoutes = new Hono<CoreApp>();
setupRoutes.use(siteReadersOnly);

/** Answers the facts that prove each step. */
setupRoutes.get('/', (c) => {
  const facts = setupProgress(c.env.company);
  const { seen, firstCall } = facts;
  const body: SetupBody = {
    settings_version: facts.settingsVersion,
    default_number: facts.defaultNumber ?? null,
    domains: facts.domains,
    locations: facts.locations,
    numbers: facts.numbers,
    carriers: facts.carriers,
    last_seen:
      seen === undefined
        ? null
        : { site: seen.site, path: seen.path, seen_time: writeMoment(seen.seenTime), swaps: seen.swaps },
    first_call:
      firstCall === undefined
        ? null
        : {
            call_id: firstCall.callId,
            lead_id: firstCall.leadId,
            number: firstCall.number,
            time: writeMoment(firstCall.startedTime),
          },
    has_leads: facts.hasLeads,
    configuration: findInvalidVariables(c.env),
  };
  return c.json(body, 200, { 'Cache-Control': 'no-store' });
});

/** The checklist of a new company. */
export const setupFeature: Feature = {
  routes: [{ under: 'dni', path: '/setup', routes: setupRoutes }],
};
