/** Webhooks: whoever is to be told of changes, and the messages on their way. */
import { agingRows } from '../aged-rows.ts';
import type { NewChange } from '../changes/schema.ts';
import type { Feature } from '../feature.ts';
import { settingsOf } from '../settings/settings.ts';
import { webhooksOf } from './company-webhooks.ts';
import { DELIVERIES, DELIVERIES_KEPT_MS, dropPending } from './deliveries.ts';
import { webhookRoutes } from './routes.ts';
import { NOTIFICATION_WEBHOOK } from './schema.ts';
import { WEBHOOK_TASKS } from './sending.ts';

export const webhooksFeature: Feature = {
  routes: [{ under: 'company', path: '/webhooks', routes: webhookRoutes }],
  background: WEBHOOK_TASKS,
  retention: [{ keptMs: () => DELIVERIES_KEPT_MS, ...agingRows(DELIVERIES) }],
  react: (call, changes) => {
    if (webhooksOf(call).active().length > 0) call.wakeBy(call.now);
    if (changes.some(isOfOptions) && settingsOf(call).options().notification_webhook === null) {
      dropPending(call, NOTIFICATION_WEBHOOK);
    }
  },
};

function isOfOptions({ type, data }: NewChange): boolean {
  return type === 'settings.changed' && data?.['settings'] === 'options';
}
