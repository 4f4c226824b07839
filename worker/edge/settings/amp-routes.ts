/**
 * `GET /dni/amp/<uuid>?url=&referrer=&zip=`: the number for `<amp-call-tracking config="...">`. AMP pages run no scripts of
 * the site, so AMP itself requests the number, with credentials and from the origins of its caches, and writes it into the link.
 */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { parsePhoneNumber } from '../../shared/contact/numbering.ts';
import { parse } from '../../shared/http/input.ts';
import { shownFor } from '../lookup/caches/answers.ts';
import type { LookupApp } from '../lookup/lookup-app.ts';
import { lookUp, type Question } from '../lookup/lookup.ts';
import { leasesOf, readSender, lookupContextOf } from '../lookup/questions.ts';
import type { AmpConfig } from './answer-schema.ts';
import { ampSchema } from '../lookup/schema.ts';

/** Lets any origin read the answer: for requests with credentials CORS needs the exact origin. No cookie is set or read. */
const allowRequestingOrigin = createMiddleware<LookupApp>(async (c, next) => {
  const origin = c.req.header('Origin');
  c.header('Vary', 'Origin');
  if (origin !== undefined) {
    c.header('Access-Control-Allow-Origin', origin);
    c.header('Access-Control-Allow-Credentials', 'true');
  }
  await next();
});

export const ampRoutes = new Hono<LookupApp>();

/** Answers `{phoneNumber, formattedPhoneNumber}`: E.164, and formatted for the company's country. */
ampRoutes.get('/amp/:company', allowRequestingOrigin, async (c) => {
  const sender = await readSender(c.req.raw, c.env);
  const { url, referrer, zip } = parse(ampSchema, c.req.query(), 'parameters');
  const context = lookupContextOf({ env: c.env, context: c.executionCtx });
  const question: Question = {
    parameters: {
      companyId: c.req.param('company'),
      zip: zip || undefined,
      noCache: false,
      takesCopies: false,
    },
    visit: { url, referrer },
    // The request's origin is an AMP cache; `url` names the site.
    request: { ...sender, origin: undefined },
  };
  const found = await lookUp(context, question);
  const { decision, compiled } = found;
  const leases = await leasesOf(context, 'lookup', question, found);
  const home = compiled.settings.default_number;
  const phoneNumber = decision === 'bot' ? home : shownFor(decision, compiled, leases).phoneNumber;
  const formattedPhoneNumber = printed(phoneNumber, home);
  return c.json({ phoneNumber, formattedPhoneNumber } satisfies AmpConfig, 200, {
    'Cache-Control': 'private, no-store',
  });
});

/** Formats a number: without calling code if `home`, the company's own number, has the same one. Both are E.164. */
function printed(number: string, home: string): string {
  const parsed = parsePhoneNumber(number);
  const isAtHome = parsed.countryCallingCode === parsePhoneNumber(home).countryCallingCode;
  return isAtHome ? parsed.formatNational() : parsed.formatInternational();
}
