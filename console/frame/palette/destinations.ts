/** The places and actions that “Go to” finds, each with the words that people use for it. Pure. */
import type { DialogName } from '../../address/dialogs.ts';
import type { IconName } from '../../components/icon.tsx';

/** A section of a screen, or an action on it. */
export interface Destination {
  label: string;
  /** The screen, whose icon and roles it has. */
  screen: string;
  /** The section of the screen. */
  tab?: string;
  over?: DialogName;
  icon?: IconName;
  /** Everyday words for it. */
  words: string;
  /** Whether only super admins may use it. */
  isForSuperAdmin?: boolean;
}

/** Everyday words for the screens. */
export const SCREEN_WORDS: Readonly<Record<string, string>> = {
  setup: 'start begin checklist install tag',
  home: 'dashboard overview summary',
  inbox: 'to do tasks reminders missed calls call back texts forms waiting today',
  leads: 'customers contacts people inquiries prospects',
  calls: 'phone recordings voicemail missed listen history',
  reports: 'report analytics statistics campaigns cost roi performance charts',
  numbers: 'tracking numbers dni phone lines pools swap',
  preview: 'test visitor which number map zip check',
  people: 'users team staff agents roles invite',
  company: 'settings options account preferences configuration',
};

export const DESTINATIONS: readonly Destination[] = [
  { label: 'New lead', screen: 'leads', over: 'new', icon: 'plus', words: 'add create contact customer' },
  {
    label: 'Import leads from Excel or CSV',
    screen: 'leads',
    over: 'import',
    icon: 'import',
    words: 'upload spreadsheet xlsx sheet file',
  },
  {
    label: 'Columns of the list',
    screen: 'leads',
    over: 'columns',
    icon: 'filter',
    words: 'table show hide fields',
  },
  { label: 'Likely duplicates', screen: 'leads', tab: 'duplicates', words: 'merge same person twice' },
  { label: 'Add a client', screen: 'companies', over: 'add-client', icon: 'plus', words: 'agency new' },
  { label: 'Copy settings', screen: 'companies', over: 'copy-settings', words: 'agency clients template' },
  { label: 'Texts', screen: 'calls', tab: 'texts', icon: 'text', words: 'sms messages conversation' },
  { label: 'Saved reports', screen: 'reports', tab: 'saved', words: 'schedule e-mail weekly monthly send' },
  {
    label: 'Costs',
    screen: 'reports',
    tab: 'costs',
    words: 'ad spend budget campaign money import cost per lead',
  },
  {
    label: 'Add a tracking number',
    screen: 'numbers',
    tab: 'numbers',
    over: 'number',
    icon: 'plus',
    words: 'new phone line',
    isForSuperAdmin: true,
  },
  {
    label: 'Add a pool of numbers',
    screen: 'numbers',
    tab: 'numbers',
    over: 'pool',
    icon: 'plus',
    words: 'visitor level keyword dynamic',
    isForSuperAdmin: true,
  },
  {
    label: 'Paste a list of numbers',
    screen: 'numbers',
    tab: 'numbers',
    over: 'paste',
    icon: 'import',
    words: 'spreadsheet excel csv import many',
    isForSuperAdmin: true,
  },
  {
    label: 'Bought numbers',
    screen: 'numbers',
    tab: 'bought',
    icon: 'call',
    words: 'carrier twilio signalwire telnyx owned phone lines cost price release mend fix',
  },
  {
    label: 'Buy numbers',
    screen: 'numbers',
    tab: 'bought',
    over: 'buy',
    icon: 'plus',
    words: 'purchase order new phone line area code local toll-free',
    isForSuperAdmin: true,
  },
  {
    label: 'Import numbers from your carrier',
    screen: 'numbers',
    tab: 'bought',
    over: 'import-numbers',
    icon: 'import',
    words: 'existing port move twilio signalwire telnyx phone company',
    isForSuperAdmin: true,
  },
  {
    label: 'Locations',
    screen: 'numbers',
    tab: 'locations',
    icon: 'pin',
    words: 'branches stores offices addresses shops',
    isForSuperAdmin: true,
  },
  {
    label: 'Add a location',
    screen: 'numbers',
    tab: 'locations',
    over: 'location',
    icon: 'plus',
    words: 'new branch store office',
    isForSuperAdmin: true,
  },
  {
    label: 'Paste a list of locations',
    screen: 'numbers',
    tab: 'locations',
    over: 'paste',
    icon: 'import',
    words: 'spreadsheet excel csv import branches many',
    isForSuperAdmin: true,
  },
  {
    label: 'Holidays and other special days',
    screen: 'numbers',
    tab: 'locations',
    over: 'special-days',
    icon: 'clock',
    words: 'holiday closed christmas opening hours vacation',
    isForSuperAdmin: true,
  },
  {
    label: 'Sources',
    screen: 'numbers',
    tab: 'sources',
    icon: 'filter',
    words: 'campaign channel utm google ads facebook bing radio attribution',
    isForSuperAdmin: true,
  },
  {
    label: 'Add a source',
    screen: 'numbers',
    tab: 'sources',
    over: 'source',
    icon: 'plus',
    words: 'new campaign channel utm',
    isForSuperAdmin: true,
  },
  {
    label: 'Phone settings',
    screen: 'numbers',
    tab: 'phone',
    icon: 'call',
    words: 'carrier twilio ring forward who answers voicemail greeting hours routing recording',
    isForSuperAdmin: true,
  },
  {
    label: 'Blocked callers',
    screen: 'numbers',
    tab: 'phone',
    over: 'callers',
    icon: 'call',
    words: 'spam block robocall',
    isForSuperAdmin: true,
  },
  {
    label: 'Your site',
    screen: 'numbers',
    tab: 'site',
    icon: 'preview',
    words: 'website tag script snippet code install domain wordpress default number',
    isForSuperAdmin: true,
  },
  {
    label: 'Published versions',
    screen: 'numbers',
    tab: 'history',
    icon: 'clock',
    words: 'history restore undo changes',
    isForSuperAdmin: true,
  },
  {
    label: 'Add a user',
    screen: 'people',
    over: 'user',
    icon: 'plus',
    words: 'new invite colleague agent team staff',
    isForSuperAdmin: true,
  },
  { label: 'API keys', screen: 'people', tab: 'keys', words: 'token developer integration zapier' },
  {
    label: 'States of leads',
    screen: 'company',
    tab: 'states',
    icon: 'state',
    words: 'status stage pipeline won lost',
  },
  { label: 'Fields of leads', screen: 'company', tab: 'fields', words: 'custom property column data' },
  { label: 'Groups', screen: 'company', tab: 'groups', words: 'teams departments' },
  {
    label: 'Opt-outs',
    screen: 'calls',
    tab: 'opt-outs',
    words: 'stop unsubscribe do not call text blocked lift',
  },
  {
    label: 'Templates of texts',
    screen: 'company',
    tab: 'templates',
    words: 'canned quick replies sms snippets placeholders',
  },
  {
    label: 'Rules on calls',
    screen: 'company',
    tab: 'rules',
    words: 'tag keyword transcript spotting automation',
  },
  { label: 'Currencies', screen: 'company', tab: 'currencies', words: 'currency money dollar euro pound' },
  { label: 'Webhooks', screen: 'company', tab: 'webhooks', words: 'integration zapier crm events' },
  { label: 'Chat channels', screen: 'company', tab: 'chat', words: 'slack microsoft teams google discord' },
  {
    label: 'Conversions',
    screen: 'company',
    tab: 'conversions',
    words: 'google ads meta facebook offline upload won leads',
  },
  { label: 'Log of changes', screen: 'company', tab: 'log', words: 'audit history who did' },
  {
    label: 'Data and privacy',
    screen: 'company',
    tab: 'data',
    words: 'retention delete gdpr ccpa erase export',
  },
  {
    label: 'Options',
    screen: 'company',
    tab: 'options',
    words: 'settings name country time zone week duplicate',
  },
  { label: 'Name and logo', screen: 'company', tab: 'brand', words: 'brand white label agency picture' },
];
