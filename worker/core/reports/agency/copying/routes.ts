/** `/me/companies/<uuid>/copy_settings`: from this company of the caller to others. */
import { Hono } from 'hono/tiny';
import { parseWriteQuery } from '../../../../shared/http/query.ts';
import { asId } from '../../../../shared/http/ids.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { write } from '../../../engine/http/write.ts';
import { personOf } from '../../../people/memberships/routes.ts';
import { actingIn, copyToOthers } from './asking.ts';
import { copyQuery, copySchema } from './schema.ts';

export const copyingRoutes = new Hono<CoreApp>();

/** Copies `{sections, to}`; `dry_run=1` tells what would change. Each company takes all or nothing. */
copyingRoutes.post('/:company/copy_settings', (c) => {
  const { dry_run: isDryRun } = parseWriteQuery(c.req.query(), copyQuery);
  const person = personOf(c);
  return write(c, {
    body: copySchema,
    query: copyQuery,
    prepare: async (_, input) => {
      const acting = await actingIn({ env: c.env, company: c.env.company, person });
      return copyToOthers(acting, asId(c.req.param('company')) ?? '', { ...input, isDryRun });
    },
    change: (_, __, { prepared }) => ({ body: prepared }),
  });
});
