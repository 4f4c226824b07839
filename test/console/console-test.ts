/**
 * What the tests of the console start from: one browser for all of them, pages of it for whoever is signed in, and a
 * company of the file. A page on which something happened that must not, fails its test.
 */
import { test as base } from '../harness/browser-test.ts';
import { makeCompanyWithUsers } from '../harness/builders.ts';
import type { TestUser } from '../harness/client.ts';
import { type ConsolePage, openConsole } from './console.ts';
import { makeSalesCompany } from './sales-company.ts';

/** The browser reports a socket that is opened just when the session ends, which no script can prevent. */
const ENDED_SESSION = /WebSocket connection to '[^']*\/live' failed: HTTP Authentication failed/;

export interface OpenOptions {
  /** What the browser itself says of a refusal that the test asks for. */
  expected?: RegExp;
  /** The Worker under another of its names. */
  origin?: string;
}

/** Opens the console for somebody; undefined: nobody is signed in. */
export type Open = (user?: Pick<TestUser, 'authorization'>, options?: OpenOptions) => Promise<ConsolePage>;

export const test = base
  /** A company with users and nothing else. */
  .extend('company', { scope: 'file' }, () => makeCompanyWithUsers())
  /** A company with leads worth looking at. */
  .extend('salesCompany', { scope: 'file' }, () => makeSalesCompany())
  .extend('open', async ({ browser }, { onCleanup }): Promise<Open> => {
    const opened: { here: ConsolePage; expected: RegExp | undefined }[] = [];
    onCleanup(async () => {
      await Promise.all(opened.map(({ here }) => here.context.close()));
      const faults = opened.flatMap(({ here, expected }) =>
        here.faults.filter((fault) => expected?.test(fault) !== true && !ENDED_SESSION.test(fault)),
      );
      if (faults.length > 0) throw new Error(`On the pages of this test: ${faults.join('\n')}`);
    });
    return async (user, { expected, origin } = {}) => {
      const here = await openConsole(browser, user, origin);
      opened.push({ here, expected });
      return here;
    };
  });
