/** `leadline/vue`: a plugin that loads the script, and composables for the number and the plan of the visit. */
import { onMounted, onUnmounted, type Plugin, type Ref, shallowRef } from 'vue';
import type { Options } from '../../widget/interface.ts';
import type { Plan } from '../../widget/plan.ts';
import { loadLeadline } from './index.ts';
import { onPlan } from './plans.ts';

export { useNumber } from '../../widget/vue.ts';
export type { Leadline, Options } from '../../widget/interface.ts';
export type { Plan } from '../../widget/plan.ts';

/** Makes a plugin for `app.use` that loads the script in the browser, with the options of the script tag. */
export function leadline(options: Options): Plugin {
  return { install: () => void loadLeadline(options) };
}

/** Returns the visit's plan: source, closest location, numbers. Undefined on the server and until it is fetched. */
export function usePlan(): Readonly<Ref<Plan | undefined>> {
  const plan = shallowRef<Plan>();
  let stop = (): void => {};
  onMounted(() => {
    stop = onPlan((current) => (plan.value = current));
  });
  onUnmounted(() => stop());
  return plan;
}
