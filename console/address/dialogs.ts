/** Lists the dialogs by their name in the URL: `?over=<name>`. */
export const DIALOGS = [
  'add-client',
  'bought',
  'branch-numbers',
  'bulk',
  'buy',
  'call',
  'call-rule',
  'callers',
  'cap',
  'carrier',
  'chat-channel',
  'columns',
  'copy-settings',
  'cost',
  'costs',
  'edit-view',
  'erase',
  'field',
  'go',
  'import',
  'import-numbers',
  'invite',
  'key',
  'keys',
  'location',
  'merge',
  'new',
  'number',
  'paste',
  'pool',
  'reminder',
  'review',
  'rule',
  'rules',
  'save-report',
  'save-view',
  'saved-report',
  'secret',
  'share-report',
  'source',
  'special-days',
  'thread',
  'user',
  'webhook',
] as const;

export type DialogName = (typeof DIALOGS)[number];

/** The dialog of this name; undefined when there is none. */
export function dialogNamed(name: string | null): DialogName | undefined {
  return DIALOGS.find((dialog) => dialog === name);
}
