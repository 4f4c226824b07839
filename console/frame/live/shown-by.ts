/** Which paths show what, so that they are read again after a change. Pure. */
import type { HintKind } from '../../../worker/core/live/messages.ts';

const LISTS = ['/leads', '/smart_views/', '/reminders', '/reports'];

/** The paths that show a kind, below the company. */
export const SHOWN_BY: Record<HintKind, readonly string[]> = {
  lead: LISTS,
  call: ['/calls', ...LISTS],
  // STOP is a text, too.
  text: ['/texts', '/opt_outs', ...LISTS],
  form: ['/forms', ...LISTS],
  // An invitation ends as a user.
  user: ['/users', '/invitations', '/availability'],
  settings: [
    '/brand',
    '/lead_settings',
    '/settings',
    '/calls/places',
    '/calls/settings',
    '/chat_channels',
    '/contact_rules',
    '/conversions',
    '/reports/saved',
    '/setup',
    '/smart_views',
    '/webhooks',
  ],
  record: ['/adms'],
  report: ['/reports'],
  notification: ['/notifications'],
};
