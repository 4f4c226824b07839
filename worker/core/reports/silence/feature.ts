/** Notices by itself what has fallen silent, and numbers on the site that nobody tracks. */
import { HEARD_HOURS, HEARD_KEPT_MS } from '../../company/heard/heard-hours.ts';
import { agingRows } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { recordReadPage, settleUntracked, takePageToRead } from './untracked-numbers.ts';
import { watchingSilence } from './watching.ts';

export const silenceFeature = {
  rpc: { takePageToRead, recordReadPage },
  background: [watchingSilence],
  retention: [{ keptMs: () => HEARD_KEPT_MS, ...agingRows(HEARD_HOURS) }],
  react: (context, changes) => {
    if (changes.some(({ type, data }) => type === 'settings.changed' && data?.['settings'] === 'dni'))
      settleUntracked(context);
  },
} satisfies Feature;
