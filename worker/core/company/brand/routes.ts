/** The routes of the company's own name and logo, `/companies/<uuid>/brand`. All users read them, super admins change them. */
import { Hono } from 'hono/tiny';
import { INERT } from '../../../shared/http/foreign-files.ts';
import { parse, readBytes } from '../../../shared/http/input.ts';
import { notFound } from '../../../shared/http/problems.ts';
import { takesNoQuery } from '../../../shared/http/query.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { type Answer, checkIfMatch, isKnown, respond, versionTag } from '../../engine/http/answers.ts';
import { once } from '../../engine/http/idempotency.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import {
  brandBody,
  brandOf,
  type BrandRecord,
  changeBrand,
  MAX_LOGO_BYTES,
  pictureOf,
  readLogo,
  renameBrand,
  replaceLogo,
  senderNames,
} from './brand.ts';
import { brandSchema, logoQuerySchema } from './schema.ts';
import type { Feature } from '../../engine/context/feature.ts';

/** For an address that names the version, whose picture stays the same. */
const FOR_GOOD = 'private, max-age=31536000, immutable';

export const brandRoutes = new Hono<CoreApp>();

/** Answers the name, and what is known of the logo. */
brandRoutes.get('/', (c) => respond(c, answerOf(brandOf(c.env.company.database))));

/** Answers the logo as a picture and nothing else, since it has the console's origin. */
brandRoutes.get('/logo', (c) => {
  const { version } = parse(logoQuerySchema, c.req.query(), 'parameters');
  const { database } = c.env.company;
  const { logo } = brandOf(database);
  const picture = pictureOf(database);
  if (logo === null || picture === undefined) throw notFound();
  const tag = versionTag(logo.version);
  const isCopied = isKnown(c.req.header('If-None-Match'), tag);
  const headers = {
    ...INERT,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': version === logo.version ? FOR_GOOD : 'private, no-cache',
    ETag: tag,
  };
  if (isCopied) return c.body(null, 304, headers);
  return c.body(picture, 200, { ...headers, 'Content-Type': logo.type });
});

brandRoutes.use(requireRole('superadmin'));

/** Sets the name: `{name}`, null for Leadline's -> the same as the read. */
brandRoutes.put('/', (c) =>
  write(c, {
    body: brandSchema,
    change: (context, { name }) => changed(context, () => renameBrand(context, name)),
  }),
);

/** Sets the logo: the bytes of a picture -> the same as the read. */
brandRoutes.put('/logo', takesNoQuery, async (c) => {
  const bytes = await readBytes(c.req.raw, MAX_LOGO_BYTES);
  return once(c, sha256Hex(bytes), async (keep) => {
    const logo = readLogo(bytes);
    return commit(c.env.company, contextOfRequest(c), (context) => {
      const answer = changed(context, () => replaceLogo(context, logo));
      keep(context, answer);
      return answer;
    });
  });
});

/** Removes the logo -> the same as the read. */
brandRoutes.delete('/logo', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => changed(context, () => replaceLogo(context, null)),
  }),
);

/** Changes name or logo if `If-Match` names their version. */
function changed(context: WriteContext, change: () => void): Answer {
  checkIfMatch(context.ifMatch, versionTag(brandOf(context.database).version));
  return answerOf(changeBrand(context, change));
}

function answerOf(brand: BrandRecord): Answer {
  return {
    body: brandBody(brand),
    headers: { ETag: versionTag(brand.version), 'Cache-Control': 'no-store' },
  };
}

/** The name and the logo that the company's users see instead of Leadline's. */
export const brandFeature = {
  routes: [{ under: 'company', path: '/brand', routes: brandRoutes }],
  rpc: { senderNames },
} satisfies Feature;
