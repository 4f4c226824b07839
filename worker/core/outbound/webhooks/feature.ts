/** Webhooks: subscriptions to the stream of changes, and their deliveries. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import { endTrouble, type Feature } from '../../engine/context/feature.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { webhooksOf } from './company-webhooks.ts';
import { DELIVERIES, DELIVERIES_KEPT_MS, dropPending } from './deliveries.ts';
import { webhookRoutes } from './routes.ts';
import { NOTIFICATION_WEBHOOK } from './schema.ts';
import { WEBHOOK_TASKS } from './sending.ts';
import { troubledPart } from './subscriptions.ts';

export const webhooksFeature: Feature = {
  routes: [{ under: 'company', path: '/webhooks', routes: webhookRoutes }],
  background: WEBHOOK_TASKS,
  retention: [{ keptMs: () => DELIVERIES_KEPT_MS, ...agingRows(DELIVERIES) }],
  react: (context, changes) => {
    if (webhooksOf(context).active().length > 0) context.wakeBy(context.now);
    if (changes.some(isOfOptions) && settingsOf(context).options().notification_webhook === null) {
      dropPending(context, NOTIFICATION_WEBHOOK);
      endTrouble(context, troubledPart(NOTIFICATION_WEBHOOK));
    }
  },
};

function isOfOptions({ type, data }: NewChange): boolean {
  return type === 'settings.changed' && data?.['settings'] === 'options';
}
