import { answerPastRouter, app } from './edge/app.ts';
import { ConfigurationReport } from './shared/configuration.ts';
import { answerConsole } from './edge/console/routes.ts';
import { refreshRates } from './core/company/settings/rates.ts';
import type { Env } from './env.ts';

export { Account } from './accounts/account.ts';
export { Company } from './core/object.ts';

const report = new ConfigurationReport();

export default {
  fetch(request, env, context) {
    report.make(env);
    const api = async (asked: Request): Promise<Response> =>
      answerPastRouter(asked, { env, context }) ?? app.fetch(asked, env, context);
    return (
      answerPastRouter(request, { env, context }) ??
      answerConsole(request, api) ??
      app.fetch(request, env, context)
    );
  },
  /** The cron of wrangler.toml. */
  async scheduled(controller, env) {
    report.make(env);
    await refreshRates(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Env>;
