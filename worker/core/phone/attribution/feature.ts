/** The attribution of calls and messages to visits of the company's site. */
import type { Feature } from '../../engine/context/feature.ts';
import { AGING_IDS } from './aging-ids.ts';
import { attributing, awaitVisits } from './attributing.ts';
import type { PoolCalls, PoolCallsQuestion } from '../../../dni/pools.ts';
import { callsToPools } from './pool-calls.ts';

export const attributionFeature = {
  rpc: {
    callsToPools: {
      answer: (company, questions: readonly PoolCallsQuestion[]) =>
        callsToPools(company, company.bindings, questions),
      absent: (): PoolCalls[] => [],
    },
  },
  background: [attributing],
  retention: AGING_IDS,
  react: awaitVisits,
} satisfies Feature;
