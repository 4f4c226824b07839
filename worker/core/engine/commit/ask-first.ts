/** Changes that need the answer of another object before they are made. */
import type { CompanyContext, CoreEnv } from '../context/company-context.ts';

/**
 * Thrown by a change that has to ask another object first. It is rolled back; `write` asks, and makes the change again, which finds
 * the answer in the memory of the company's object. So a rule that needs an answer stands where the change is made.
 */
export class AskFirst extends Error {
  /** @throws Problem the refusal of the change */
  readonly ask: (company: CompanyContext, env: CoreEnv) => Promise<void>;

  constructor(ask: (company: CompanyContext, env: CoreEnv) => Promise<void>) {
    super('The change has to ask another object first.');
    this.ask = ask;
  }
}
