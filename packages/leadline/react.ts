/** `leadline/react`: a component that loads the script, and hooks for the number and the plan of the visit. */
import { useEffect, useState } from 'react';
import type { Options } from '../../widget/interface.ts';
import type { Plan } from '../../widget/plan.ts';
import { loadLeadline } from './index.ts';
import { hearPlan } from './plans.ts';

export { useNumber } from '../../widget/react.ts';
export type { Leadline as LeadlineApi, Options } from '../../widget/interface.ts';
export type { Plan } from '../../widget/plan.ts';

/** Loads the script once the page is shown; renders nothing. Takes the settings of the script tag as properties. */
export function Leadline(options: Options): null {
  // The page has one Leadline: what the first rendering says counts.
  useEffect(() => void loadLeadline(options), []);
  return null;
}

/** The plan of the visit: source, closest location, numbers. Undefined on the server and until it is there. */
export function usePlan(): Plan | undefined {
  const [plan, setPlan] = useState<Plan>();
  useEffect(() => hearPlan(setPlan), []);
  return plan;
}
