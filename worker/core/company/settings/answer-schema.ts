/** The data of a change of settings. */
import * as v from 'valibot';
import { count } from '../../../shared/reference/answers.ts';

export const settingsChanges = {
  'settings.changed': {
    settings: v.string(),
    id: v.exactOptional(v.string()),
    version: v.exactOptional(count),
  },
};
