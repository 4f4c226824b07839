/** The simulated carrier's market for numbers, whose state is in KV, beside the rest of the demo's data. */
import { CARRIER_API, DEMO_ACCOUNT, LANE } from '../carrier/account.ts';
import { type MarketState, newMarket, NumberMarket } from '../carrier/number-market.ts';
import { BRANCHES, demoDniSettings } from '../company.ts';
import type { DniSettings } from '../../worker/dni/schema.ts';
import { numbersOf } from '../../worker/dni/pure/number-entries.ts';

const STATE = 'demo-market';
/** The numbers of each branch that still go to a former answering service. */
const FORMER_ENDING = '55';

/** Answers a request to the number API; undefined for one that is not about numbers. */
export async function answerMarket(
  request: Request,
  { CACHE: kept }: { CACHE: KVNamespace },
): Promise<Response | undefined> {
  const { pathname, searchParams: query, origin } = new URL(request.url);
  const path = pathname.slice(CARRIER_API.length);
  if (!/^\/v1\/PhoneNumbers\/|\/(?:AvailablePhone|IncomingPhone)Numbers[./]/.test(path)) return undefined;
  const { method } = request;
  const form = new URLSearchParams(method === 'POST' ? await request.text() : '');
  const state = (await kept.get<MarketState>(STATE, 'json')) ?? firstState(origin);
  const answer = new NumberMarket(DEMO_ACCOUNT.accountId, state).answer({ method, path, query, form });
  if (answer === undefined) return undefined;
  if (method !== 'GET') await kept.put(STATE, JSON.stringify(state));
  const { status, body } = answer;
  return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
}

/** Returns the account as the demo begins: the company's numbers, and some that it has not imported yet. */
function firstState(origin: string): MarketState {
  const lane = origin + LANE;
  const market = new NumberMarket(DEMO_ACCOUNT.accountId, newMarket());
  const { numbers: entries } = demoDniSettings() as Pick<DniSettings, 'numbers'>;
  for (const number of entries.flatMap(numbersOf)) {
    market.own(number, {
      voice_url: `${lane}/call`,
      voice_fallback_url: `${lane}/fallback`,
      status_callback: `${lane}/status`,
      sms_url: `${lane}/text`,
    });
  }
  for (const { areaCode, id } of BRANCHES) {
    market.own(`+1${areaCode}55501${FORMER_ENDING}`, {
      voice_url: `https://answering-service.example/brightwater/${id}`,
      voice_method: 'GET',
    });
  }
  return market.state;
}
