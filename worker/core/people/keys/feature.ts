/** API keys. */
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { deleteKeysOf, ENDED_KEYS_KEPT_MS, endHooksWithoutRights, ENDING_KEYS } from './keys.ts';
import { keyRoutes } from './routes.ts';

export const keysFeature: Feature = {
  routes: [{ under: 'company', path: '/api_keys', routes: keyRoutes }],
  retention: [{ keptMs: () => ENDED_KEYS_KEPT_MS, ...agingRows(ENDING_KEYS) }],
  react: (context, changes) => {
    for (const { type, data } of changes) {
      const userId = data?.['user_id'];
      if (type === 'user.changed' && typeof userId === 'string') endHooksWithoutRights(context, userId);
    }
  },
  personalData: {
    ofUsers: [
      {
        columns: { api_keys: ['name'] },
        erase: (context, { userId }) => deleteKeysOf(context, userId),
      },
    ],
  },
};
