import { answerPastRouter, app } from './app.ts';
import { refreshRates } from './core/settings/rates.ts';
import type { Env } from './env.ts';

export { Account } from './accounts/account.ts';
export { Company } from './core/company.ts';

export default {
  fetch(request, env, context) {
    return answerPastRouter(request, { env, context }) ?? app.fetch(request, env, context);
  },
  /** The cron of wrangler.toml. */
  async scheduled(controller, env) {
    await refreshRates(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Env>;
