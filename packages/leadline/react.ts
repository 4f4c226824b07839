/** `leadline/react`: a component that loads the script, and hooks for the number and the plan of the visit. */
import { useEffect, useState } from 'react';
import type { Options } from '../../widget/interface.ts';
import type { Plan } from '../../widget/plan.ts';
import { loadLeadline } from './index.ts';
import { onPlan } from './plans.ts';

export { useNumber } from '../../widget/react.ts';
export type { Leadline as LeadlineApi, Options } from '../../widget/interface.ts';
export type { Plan } from '../../widget/plan.ts';

/** Loads the script when mounted; renders nothing. The props are the options of the script tag. */
export function Leadline(options: Options): null {
  // The page has one Leadline, so only the first render's options count.
  useEffect(() => void loadLeadline(options), []);
  return null;
}

/** Returns the visit's plan: source, closest location, numbers. Undefined on the server and until it is fetched. */
export function usePlan(): Plan | undefined {
  const [plan, setPlan] = useState<Plan>();
  useEffect(() => onPlan(setPlan), []);
  return plan;
}
