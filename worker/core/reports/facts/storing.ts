/** Stores changed facts in the background when there are many: each read after a restart derives the changed rows again. */
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { DerivationRules } from './derivation.ts';
import { factsOf } from './facts.ts';
import { changesWaiting } from './stored-facts.ts';

/** Deriving so many rows takes some tenths of a second. An alarm for fewer would cost more than they do. */
const MANY_CHANGES = 1_000;

/** Returns the task. @param rulesOf the rules of the derivation */
export function storingFacts(rulesOf: (company: CompanyState) => DerivationRules): BackgroundTask {
  return {
    kind: 'facts of reports',
    nextTime: ({ database }) => (changesWaiting(database) < MANY_CHANGES ? undefined : 0),
    run: (company) => factsOf(company).store(rulesOf(company)),
  };
}

/** Wakes the company when many changes wait to be stored. */
export function storeWhenMany(context: WriteContext): void {
  if (changesWaiting(context.database) >= MANY_CHANGES) context.wakeBy(context.now);
}
