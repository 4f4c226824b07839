/**
 * The Worker of `npm start`: the product's Worker, and around it the demo site's routes. A deployment contains only the product
 * (`main` in wrangler.toml; `test/build/front-page.test.ts`).
 *
 * The widget runs as on any site, and the panel explains its decision without credentials in the page. A cookie names the simulated
 * visitor, since a page cannot choose its IP address.
 */
import product from '../../worker/index.ts';
import type { Env } from '../../worker/env.ts';
import { CARRIER_API } from '../carrier/account.ts';
import { takeCallbackRequest } from './callback.ts';
import { carrierRoutes } from './carrier.ts';
import { explainAnswer } from './explanation.ts';
import { asVisitor } from './visitor.ts';

export * from '../../worker/index.ts';

export default {
  ...product,
  fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    const ask = async (productRequest: Request): Promise<Response> =>
      product.fetch(productRequest as typeof request, env, context);
    if (pathname.startsWith('/dni/swap/')) return ask(asVisitor(request));
    if (pathname === '/demo/explanation') return explainAnswer(request, env, ask);
    if (pathname === '/demo/callback') return takeCallbackRequest(request, env, ask);
    if (pathname.startsWith(`${CARRIER_API}/`)) return carrierRoutes(env, context, ask)(pathname, request);
    return ask(request);
  },
} satisfies ExportedHandler<Env>;
