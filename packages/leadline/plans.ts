/** What the bindings of both frameworks need of the plan. */
import type { Leadline } from '../../widget/interface.ts';
import type { Plan } from '../../widget/plan.ts';

/** Calls `hear` with the plan, now if it is there, and whenever another comes; returns what ends that. */
export function hearPlan(hear: (plan: Plan) => void): () => void {
  let isHearing = true;
  const listen = (event: Event): void => hear((event as CustomEvent<Plan>).detail);
  document.addEventListener('leadline:swap', listen);
  const { leadline } = window as { leadline?: Partial<Leadline> };
  void leadline?.ready?.then((plan) => plan && isHearing && hear(plan));
  return () => {
    isHearing = false;
    document.removeEventListener('leadline:swap', listen);
  };
}
