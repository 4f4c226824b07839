/**
 * The Worker of `npm start`: the product's Worker, and around it the demo site's routes. A deployment contains only the product
 * (`main` in wrangler.toml; `test/demo/without-demo.server.test.ts`).
 *
 * The widget runs as on any site, and the panel explains its decision without credentials in the page. A cookie names the simulated
 * visitor, since a page cannot choose its IP address.
 */
import product, { Account as ProductAccount } from '../../worker/index.ts';
import type { Env } from '../../worker/env.ts';
import { newSalt } from '../../worker/accounts/factors/passwords.ts';
import { CARRIER_API } from '../carrier/account.ts';
import { CHAT_PATHS } from '../chat.ts';
import { SHEET_CSV } from '../sheet.ts';
import { MAIL_LIST } from '../mail.ts';
import { takeBatch } from './batch.ts';
import { answerChat } from './chat.ts';
import { answerSheet } from './sheet.ts';
import { takeCallbackRequest } from './callback.ts';
import { carrierRoutes } from './carrier.ts';
import { explainAnswer } from './explanation.ts';
import { answerMail, withMailbox } from './mail.ts';
import { withSpeech } from './speech.ts';
import { takePast } from './past.ts';
import { findSentForm } from './sent-form.ts';
import { asSender, asVisitor } from './visitor.ts';

export * from '../../worker/index.ts';
export { Company } from './past-changes.ts';
export { Evidence } from './past-evidence.ts';

/** What the addresses of the demo's people end with. */
const DEMO_ADDRESSES = '@leadline.test';

/**
 * Lets the passwords of the demo's people, which everybody knows, cost next to nothing: a dozen hashes would delay the first start by
 * two seconds. Other addresses are untouched.
 */
function useCheapSalt({ id, storage: { kv } }: DurableObjectState): void {
  if (id.name?.endsWith(DEMO_ADDRESSES) === true && kv.get('salt') === undefined)
    kv.put('salt', { ...newSalt(), N: 2 });
}

/** The account's object, whose mail lands in the mailbox. */
export class Account extends ProductAccount {
  constructor(state: DurableObjectState, env: Env) {
    super(state, withMailbox(env));
    useCheapSalt(state);
  }
}

/** Returns what stands in for a service of others: a mailbox, a chat channel, a published sheet. */
function standInOf(pathname: string): ((request: Request, env: Env) => Promise<Response>) | undefined {
  if (pathname.startsWith(MAIL_LIST)) return answerMail;
  if (CHAT_PATHS.includes(pathname)) return answerChat;
  return pathname === SHEET_CSV ? answerSheet : undefined;
}

export default {
  ...product,
  fetch(request, given, context) {
    const { pathname } = new URL(request.url);
    const env = withSpeech(withMailbox(given));
    const ask = async (productRequest: Request): Promise<Response> =>
      product.fetch(productRequest as typeof request, env, context);
    if (pathname.startsWith('/dni/swap/')) return ask(asVisitor(request));
    if (pathname.startsWith('/dni/form/')) return ask(asSender(request));
    if (pathname === '/demo/explanation') return explainAnswer(request, env, ask);
    if (pathname.startsWith('/demo/past-')) return takePast(request, env);
    if (pathname === '/demo/batch' && request.method === 'POST') return takeBatch(request, env);
    if (pathname === '/demo/callback') return takeCallbackRequest(request);
    if (pathname === '/demo/sent-form') return findSentForm(request, env, ask);
    const standIn = standInOf(pathname);
    if (standIn !== undefined) return standIn(request, env);
    if (pathname.startsWith(`${CARRIER_API}/`)) return carrierRoutes(env, context, ask)(pathname, request);
    return ask(request);
  },
} satisfies ExportedHandler<Env>;
