/** Notifies the framework bindings of plans. */
import type { Leadline } from '../../widget/interface.ts';
import type { Plan } from '../../widget/plan.ts';

/** Calls `listener` with the current plan, if any, and with each new one. @returns a function that stops it */
export function onPlan(listener: (plan: Plan) => void): () => void {
  let isHearing = true;
  const listen = (event: Event): void => listener((event as CustomEvent<Plan>).detail);
  document.addEventListener('leadline:swap', listen);
  const { leadline } = window as { leadline?: Partial<Leadline> };
  void leadline?.ready?.then((plan) => plan && isHearing && listener(plan));
  return () => {
    isHearing = false;
    document.removeEventListener('leadline:swap', listen);
  };
}
