/** `/companies/<uuid>/numbers`: numbers that are bought and imported at the company's carriers. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { publicOrigin } from '../../../shared/configuration.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { parse } from '../../../shared/http/input.ts';
import { takesNoQuery } from '../../../shared/http/query.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { callOf } from '../../engine/context/contexts.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Answer } from '../../engine/http/answers.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import { requireAccount } from '../accounts/account-checks.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import type { AvailableNumbers, CarrierNumbersBody, ImportableNumbers } from './answer-schema.ts';
import type { Asked, CarrierMarket } from './markets/carrier-market.ts';
import { marketOf } from './markets/markets.ts';
import { availableBody, importableNumbers, numberBody, numbersBody } from './number-bodies.ts';
import {
  changeMonthlyCap,
  importNumbers,
  keepNumber,
  mendNumber,
  orderNumbers,
  putNumberBack,
  putNumbersBack,
  releaseNumber,
} from './ordering.ts';
import {
  accountQuerySchema,
  availableQuerySchema,
  type CarrierNumber,
  importSchema,
  limitsSchema,
  purchaseSchema,
  putBackSchema,
} from './schema.ts';
import { countSearch, pricesOf, wantedOf } from './searching.ts';

export const numberRoutes = new Hono<CoreApp>();

/** Lists the numbers with what they cost, and what may still be ordered. */
numberRoutes.get('/', requireRole('superadmin', 'manager'), takesNoQuery, (c) =>
  c.json<CarrierNumbersBody>(numbersBody(callOf(c))),
);

numberRoutes.use(requireRole('superadmin'));

/** Asks a carrier which numbers it sells. */
numberRoutes.get('/available', async (c) => {
  const query = parse(availableQuerySchema, c.req.query(), 'parameters');
  const context = callOf(c);
  const { market } = openMarket(c, context, query);
  commit(c.env.company, context, countSearch);
  const found = answerOf(await market.search(wantedOf(context, query)));
  return c.json<AvailableNumbers>({ numbers: found.map(availableBody) });
});

/** Lists the numbers of an account, and what an import would change. */
numberRoutes.get('/importable', async (c) => {
  const query = parse(accountQuerySchema, c.req.query(), 'parameters');
  const context = callOf(c);
  const { account } = openMarket(c, context, query);
  commit(c.env.company, context, countSearch);
  const here = { origin: originOf(c), companyId: c.env.company.companyId, rules: addressRules(c.env) };
  return c.json<ImportableNumbers>(await importableNumbers(context, account, here));
});

/** Orders numbers. The carrier is asked behind the answer. */
numberRoutes.post('/buy', (c) =>
  write(c, {
    body: purchaseSchema,
    prepare: async (context, purchase) => {
      const { market } = openMarket(c, context, purchase);
      commit(c.env.company, context, countSearch);
      return pricesOf(market, purchase);
    },
    change: (context, purchase, { prepared: prices }) =>
      answer(
        orderNumbers(context, purchase, {
          priceOf: (number) => prices.get(number) ?? { amount: purchase.monthly_price, currency: 'USD' },
          origin: originOf(c),
        }),
      ),
  }),
);

/** Imports numbers that the account has. */
numberRoutes.post('/import', (c) =>
  write(c, {
    body: importSchema,
    change: (context, wanted) => {
      openMarket(c, context, wanted);
      return answer(
        importNumbers(context, wanted, { price: { amount: 0, currency: '' }, origin: originOf(c) }),
      );
    },
  }),
);

/** Puts back imported numbers, all or none. */
numberRoutes.post('/put_back', (c) =>
  write(c, {
    body: putBackSchema,
    change: (context, { number_ids: ids }) => answer(putNumbersBack(context, ids)),
  }),
);

numberRoutes.put('/limits', (c) =>
  write(c, {
    body: limitsSchema,
    change: (context, { monthly_cap: cap }) => {
      changeMonthlyCap(context, cap);
      return { body: { monthly_cap: cap } };
    },
  }),
);

const VERBS = {
  mend: (context: WriteContext, id: string, origin: string) => mendNumber(context, id, origin),
  put_back: putNumberBack,
  release: releaseNumber,
  keep: keepNumber,
} as const;

for (const [name, change] of Object.entries(VERBS)) {
  numberRoutes.post(`/:number/${name}`, (c) =>
    write(c, {
      change: (context) => ({ body: numberBody(change(context, c.req.param('number') ?? '', originOf(c))) }),
    }),
  );
}

function answer(records: readonly CarrierNumber[]): Answer {
  return { body: { numbers: records.map(numberBody) } };
}

function originOf(c: Context<CoreApp>): string {
  return publicOrigin(c.env) ?? new URL(c.req.url).origin;
}

/** Opens the market of an account. @throws Problem `not_found`, `service_unavailable` without credentials for its API */
function openMarket(
  c: Context<CoreApp>,
  context: RequestContext,
  wanted: Pick<CarrierAccount, 'carrier' | 'account_id'>,
): { account: CarrierAccount; market: CarrierMarket } {
  const account = requireAccount(context, wanted);
  if (account.api === null) {
    throw new Problem('service_unavailable', 'The account has no credentials for the carrier’s API.');
  }
  return { account, market: marketOf(account, c.env.company.companyId, addressRules(c.env)) };
}

/** Returns what a carrier has answered. @throws Problem `bad_gateway` without an answer, `invalid_parameter` for a refusal */
function answerOf<Value>(asked: Asked<Value>): Value {
  if (asked.kind === 'done') return asked.value;
  throw new Problem(asked.kind === 'refused' ? 'invalid_parameter' : 'bad_gateway', asked.detail);
}
