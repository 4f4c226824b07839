/** The steps of a company's set-up. The console shows them, and the overview of companies counts them. Pure. */

/** The facts that prove the steps. */
export interface SetupFacts {
  /** 0 without DNI settings. */
  settingsVersion: number;
  locations: number;
  sources: number;
  numbers: number;
  /** Whether a page has requested its numbers. */
  isSeen: boolean;
  hasCall: boolean;
}

export const SETUP_STEPS = ['default_number', 'locations', 'sources', 'numbers', 'tag', 'call'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

const DONE: Readonly<Record<SetupStep, (facts: SetupFacts) => boolean>> = {
  default_number: ({ settingsVersion }) => settingsVersion > 0,
  locations: ({ locations }) => locations > 0,
  // Numbers may be for the channels of visits, which every company has.
  sources: ({ sources, numbers }) => sources > 0 || numbers > 0,
  numbers: ({ numbers }) => numbers > 0,
  tag: ({ isSeen }) => isSeen,
  call: ({ hasCall }) => hasCall,
};

/** Returns the steps that are done. */
export function doneSteps(facts: SetupFacts): SetupStep[] {
  return SETUP_STEPS.filter((step) => DONE[step](facts));
}
