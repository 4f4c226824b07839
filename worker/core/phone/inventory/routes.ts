/** `/companies/<uuid>/numbers`: numbers that are bought and imported at the company's carriers. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { publicOrigin } from '../../../shared/configuration.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { parse } from '../../../shared/http/input.ts';
import { takesNoQuery } from '../../../shared/http/query.ts';
import { commit } from '../../engine/commit/commit.ts';
import { claimKnown, claimOrdered } from './holdings.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Answer } from '../../engine/http/answers.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import { requireAccount } from '../accounts/account-checks.ts';
import type {
  AvailableNumbers,
  CarrierNumbersBody,
  ImportableNumbers,
  NumbersCheck,
  OrderedNumbers,
  PutBackNumbers,
} from './answer-schema.ts';
import { checkNumbers } from './asking/daily-check.ts';
import { answerOf, type CarrierMarket } from './markets/carrier-market.ts';
import { marketOf } from './markets/markets.ts';
import { availableBody, importableNumbers, numberBody, numbersBody } from './number-bodies.ts';
import { keepNumber, mendNumber, putNumberBack, putNumbersBack, releaseNumber } from './keeping.ts';
import { changeMonthlyCap, importNumbers, type Ordered, orderNumbers } from './ordering.ts';
import {
  accountQuerySchema,
  availableQuerySchema,
  type CarrierNumber,
  importSchema,
  limitsSchema,
  numbersQuerySchema,
  purchaseSchema,
  putBackSchema,
} from './schema.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import { accountKey, REGISTER } from '../../../shared/contact/number-holders.ts';
import { countSearch, pricesOf, saidPrices, wantedOf } from './searching.ts';

/** That of a number whose carrier does not say it. */
const UNKNOWN_PRICE = { amount: 0, currency: '' };

export const numberRoutes = new Hono<CoreApp>();

/** Lists the numbers with what they cost, and what may still be ordered. */
numberRoutes.get('/', requireRole('superadmin', 'manager'), (c) =>
  c.json<CarrierNumbersBody>(
    numbersBody(contextOfRequest(c), parse(numbersQuerySchema, c.req.query(), 'parameters')),
  ),
);

numberRoutes.use(requireRole('superadmin'));

/** Asks a carrier which numbers it sells. */
numberRoutes.get('/available', async (c) => {
  const query = parse(availableQuerySchema, c.req.query(), 'parameters');
  const context = contextOfRequest(c);
  const { market, account } = openMarket(c, context, query);
  commit(c.env.company, context, countSearch);
  const found = answerOf(await market.search(wantedOf(context, query)));
  const foreign = new Set(
    await heldElsewhere(
      c,
      account,
      found.map(({ number }) => number),
    ),
  );
  const free = found.filter(({ number }) => !foreign.has(number));
  return c.json<AvailableNumbers>({ numbers: free.map(availableBody) });
});

/** Lists the numbers of an account that are this company's or nobody's, and what an import would change. */
numberRoutes.get('/importable', async (c) => {
  const query = parse(accountQuerySchema, c.req.query(), 'parameters');
  const context = contextOfRequest(c);
  const { account } = openMarket(c, context, query);
  commit(c.env.company, context, countSearch);
  const here = {
    origin: originOf(c),
    companyId: c.env.company.companyId,
    rules: addressRules(c.env),
    heldElsewhere: (numbers: readonly string[]) => heldElsewhere(c, account, numbers),
  };
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
    change: (context, purchase, { prepared: prices }) => {
      const ordered = orderNumbers(context, purchase, {
        priceOf: (number) => prices.get(number) ?? { amount: purchase.monthly_price, currency: 'USD' },
        origin: originOf(c),
      });
      claimOrdered(context, purchase, (index) => `/numbers/${index}/number`);
      return answer(context, ordered);
    },
  }),
);

/** Imports numbers that the account has. */
numberRoutes.post('/import', (c) =>
  write(c, {
    body: importSchema,
    prepare: async (context, wanted) => {
      const { market } = openMarket(c, context, wanted);
      commit(c.env.company, context, countSearch);
      return saidPrices(market, wanted.numbers);
    },
    change: (context, wanted, { prepared: prices }) => {
      const imported = importNumbers(context, wanted, {
        priceOf: (number) => prices.get(number) ?? UNKNOWN_PRICE,
        origin: originOf(c),
      });
      const numbers = wanted.numbers.map((number) => ({ number }));
      claimOrdered(context, { ...wanted, numbers }, (index) => `/numbers/${index}`);
      return answer(context, imported);
    },
  }),
);

/** Puts back imported numbers, all or none. */
numberRoutes.post('/put_back', (c) =>
  write(c, {
    body: putBackSchema,
    change: (context, { number_ids: ids }) => {
      const records = putNumbersBack(context, ids);
      claimKnown(context, records);
      const body: PutBackNumbers = { numbers: records.map((record) => numberBody(context, record)) };
      return { body };
    },
  }),
);

/** Reads the numbers at all carriers now. Changes nothing there. */
numberRoutes.post('/check', takesNoQuery, async (c) => {
  const context = contextOfRequest(c);
  commit(c.env.company, context, countSearch);
  const failures = await checkNumbers(c.env.company, c.env);
  return c.json<NumbersCheck>({
    ...numbersBody(contextOfRequest(c)),
    failures: failures.map(({ account: { carrier, account_id }, detail }) => ({
      carrier,
      account_id,
      detail,
    })),
  });
});

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
  mend: (context: WriteContext, id: string, origin: string) => ours(context, mendNumber(context, id, origin)),
  put_back: (context: WriteContext, id: string) => ours(context, putNumberBack(context, id)),
  release: releaseNumber,
  keep: keepNumber,
} as const;

for (const [name, change] of Object.entries(VERBS)) {
  numberRoutes.post(`/:number/${name}`, (c) =>
    write(c, {
      change: (context) => ({
        body: numberBody(context, change(context, c.req.param('number') ?? '', originOf(c))),
      }),
    }),
  );
}

/** Returns a number whose addresses are about to change. @throws AskFirst, Problem those of `claimKnown` */
function ours(context: WriteContext, record: CarrierNumber): CarrierNumber {
  claimKnown(context, [record]);
  return record;
}

function answer(context: WriteContext, { orderId, records }: Ordered): Answer {
  const body: OrderedNumbers = {
    order_id: orderId,
    numbers: records.map((record) => numberBody(context, record)),
  };
  return { body };
}

function originOf(c: Context<CoreApp>): string {
  return publicOrigin(c.env) ?? new URL(c.req.url).origin;
}

/** Opens the market of an account. @throws Problem `not_found`, `service_unavailable` without credentials for its API */
export function openMarket(
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

/** Returns those of the numbers of an account that another company of the deployment holds. */
function heldElsewhere(
  c: Context<CoreApp>,
  { carrier, account_id: id, api }: CarrierAccount,
  numbers: readonly string[],
): Promise<string[]> {
  const { company, NUMBERS } = c.env;
  const account = accountKey(carrier, id, api?.base);
  return NUMBERS.getByName(REGISTER).claim(company.companyId, {
    numbers: numbers.map((number) => ({ number, account })),
    isDryRun: true,
  });
}
