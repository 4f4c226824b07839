/** Texts for the entries of the log. Pure. */
import type { AuditEntry } from '../../../../worker/core/engine/log/reference.ts';
import { ACTIONS, PARTS, ROOMS, SETTINGS, SUBJECTS } from './log-actions.ts';

/** An entry of the log. */
export type LogEntry = AuditEntry;

/** Filters: the prefix of the actions, and its label. */
export const KINDS = [
  ['settings.', 'Settings'],
  ['user.', 'Users and sign-ins'],
  ['sign_in.', 'Refused sign-ins'],
  ['token.', 'Access tokens'],
  ['api_key.', 'API keys'],
  ['lead', 'Leads removed, erased, exported'],
  ['calls.', 'Calls exported'],
  ['texts.', 'Texts exported'],
  ['opt_out.', 'Opt-outs'],
  ['bulk.', 'Bulk changes'],
  ['webhook.', 'Webhooks'],
  ['purged', 'Deleted at the end of retention'],
  ['refused', 'Access denied'],
] as const;

/** A member in an entry, with its values before and after. An unchanged fact has `after` only. */
export interface LoggedMember {
  name: string;
  before?: string;
  after: string;
}

/** Names an action: `Signed in` for `user.signed_in`. A newer Worker may have further ones. */
export function actionText(action: string): string {
  return wordsOf(ACTIONS, action);
}

/** Returns who did it: by name, else a part of the product, a key, the operator. */
export function whoText({ actor, actor_name: actorName }: Pick<LogEntry, 'actor' | 'actor_name'>): string {
  const [kind = '', name = ''] = actor.split(':');
  // Parts of the product and the operator have names for programs only.
  if (actorName !== undefined && kind !== 'system') return actorName;
  if (kind === 'system') return name === '' ? 'Leadline' : wordsOf(PARTS, name);
  if (kind === 'key' || kind === 'api_key') return 'An API key';
  return kind === 'user' ? 'Somebody who is no user any more' : inWords(kind);
}

/** Names the kind of thing that an entry is about: `An invitation` for `invitation`. */
export function subjectText(kind: string): string {
  return wordsOf(SUBJECTS, kind);
}

/** Names what somebody was refused: `Users` for `POST /companies/:company/users/:user/modify`. */
export function refusedText(operation: string): string {
  const room = /^[A-Z]+ \/companies\/[^/]+\/(\w+)/.exec(operation)?.[1];
  if (room !== undefined) return wordsOf({ ...SETTINGS, ...ROOMS }, room);
  return operation.startsWith('further') ? 'Further things' : 'Their own sign-in';
}

/** Returns the name of the settings in an entry. */
export function settingsText(settings: string): string {
  return wordsOf(SETTINGS, settings);
}

/** Lists the members in an entry. */
export function membersOf({ detail }: Pick<LogEntry, 'detail'>): LoggedMember[] {
  const { before, after, ...facts } = detail;
  return [...differencesOf(before, after), ...Object.entries(facts).map(factOf)];
}

function differencesOf(before: unknown, after: unknown): LoggedMember[] {
  if (before === undefined && after === undefined) return [];
  if (!isRecord(before ?? {}) || !isRecord(after ?? {})) {
    return [{ name: 'Everything', before: valueText(before), after: valueText(after) }];
  }
  const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.map((name) => ({
    name: inWords(name),
    before: valueText(old[name]),
    after: valueText(now[name]),
  }));
}

function factOf([name, value]: [string, unknown]): LoggedMember {
  return { name: inWords(name), after: valueText(value) };
}

/** Formats a value: text unchanged, lists of text with commas, everything else as JSON. */
function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  const isPlain = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isPlain ? value.join(', ') : JSON.stringify(value, undefined, 1);
}

function wordsOf(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? '') : inWords(name);
}

function inWords(name: string): string {
  const text = name.replaceAll(/[._]/g, ' ').replaceAll(/\b(?:api|url|id)\b/g, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
