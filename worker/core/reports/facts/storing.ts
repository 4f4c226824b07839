/** Stores changed facts in the background. */
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { DerivationRules } from './derivation.ts';
import { factsOf } from './facts.ts';
import { countChanges } from './stored-facts.ts';

/** Changes are stored after this time, or when there are many, since each read derives them again after a restart. */
const WAIT_MS = 10 * 60_000;
const MANY_CHANGES = 1_000;

/** When the changes of a company were stored last. */
class LastStored {
  time = Date.now();

  /** Does nothing: nothing that a write changes is here. */
  forget(): void {}
}

/** Returns the task. @param rulesOf the rules of the derivation */
export function storingFacts(rulesOf: (company: CompanyState) => DerivationRules): BackgroundTask {
  return {
    kind: 'facts of reports',
    nextTime: ({ database, memory }) => {
      const count = countChanges(database, MANY_CHANGES);
      if (count === 0) return undefined;
      return count < MANY_CHANGES ? memory.of(LastStored).time + WAIT_MS : 0;
    },
    run: async (company) => {
      await factsOf(company).store(rulesOf(company));
      company.memory.of(LastStored).time = Date.now();
      await company.giveWay();
    },
  };
}

/** Wakes the company some time after a change, to store its facts. */
export function storeSoon(context: WriteContext): void {
  context.wakeBy(context.now + WAIT_MS);
}
