import { answerApi, answerPastRouter, app } from './edge/app.ts';
import { ConfigurationLog } from './shared/configuration.ts';
import { answerConsole } from './edge/console/routes.ts';
import { answerFrontDoor } from './edge/front-door.ts';
import { refreshRates } from './core/company/settings/rates.ts';
import type { Env } from './env.ts';

export { Account } from './accounts/account.ts';
export { Evidence } from './visits/evidence/evidence.ts';
export { Company } from './core/object.ts';
export { NumberRegister } from './numbers/register.ts';
export { NumberPool } from './visits/pools/pool.ts';

const configurationLog = new ConfigurationLog();

export default {
  fetch(request, env, context) {
    configurationLog.write(env);
    const api = (apiRequest: Request): Promise<Response> => answerApi(apiRequest, { env, context });
    return (
      answerPastRouter(request, { env, context }) ??
      answerFrontDoor(request, env) ??
      answerConsole(request, { api, isRemote: Boolean(env.CORE_API_URL) }) ??
      app.fetch(request, env, context)
    );
  },
  /** Runs on the cron schedule of wrangler.toml. */
  async scheduled(controller, env) {
    configurationLog.write(env);
    await refreshRates(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Env>;
