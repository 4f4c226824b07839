/** `/companies/<uuid>/calls/settings`, `/calls/preview` and `/calls/silent`. */
import { Hono } from 'hono/tiny';
import { parse, parseJson, readJsonText } from '../../../shared/http/input.ts';
import { takesNoQuery } from '../../../shared/http/query.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { checkIfMatch, respond, versionTag } from '../../engine/http/answers.ts';
import { write } from '../../engine/http/write.ts';
import { findByKeys } from '../../leads/record/lead-store.ts';
import { draftPreviewSchema, previewCall, previewQuerySchema, silentNumbers } from './preview.ts';
import type { CallPreview, SilentNumbers } from './answer-schema.ts';
import type { OpenPhoneBook } from './phone-book.ts';
import { routeCall } from './routing.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { callSettingsSchema } from './settings-schema.ts';
import { callSettingsBody, checkedSettings, readCallSettings, replaceCallSettings } from './settings.ts';
import { openPhoneBook, phoneBookWith, publishPhoneBook } from './company-phone-book.ts';
import { priorityOf } from './priority.ts';

export const callSettingsRoutes = new Hono<CoreApp>();

/** The settings, with version 0 before the first save and only the number of secrets. */
callSettingsRoutes.get('/settings', requireRole('superadmin'), (c) => {
  const { version, settings } = readCallSettings(c.env.company.database);
  return respond(c, {
    body: callSettingsBody(settings),
    headers: { ETag: versionTag(version), 'Cache-Control': 'private, no-cache' },
  });
});

/**
 * Replaces the settings wholly or not at all. `Leadline-Published: false` means that the edge may still answer calls
 * by the old ones, until a retry succeeds.
 */
callSettingsRoutes.put('/settings', requireRole('superadmin'), async (c) => {
  const response = await write(c, {
    body: callSettingsSchema,
    change: (context, input) => {
      checkIfMatch(context.ifMatch, versionTag(readCallSettings(context.database).version));
      const { version, settings } = replaceCallSettings(context, input, addressRules(c.env));
      return { body: callSettingsBody(settings), headers: { ETag: versionTag(version) } };
    },
  });
  const published = await publishPhoneBook(c.env.company, c.env);
  response.headers.set('Leadline-Published', String(published));
  return response;
});

/** A preview of who would ring, and why, step by step; for super admins and managers. */
callSettingsRoutes.get('/preview', requireRole('superadmin', 'manager'), (c) => {
  const context = contextOfRequest(c);
  const { number, from = null, at = context.now } = parse(previewQuerySchema, c.req.query(), 'parameters');
  return c.json(preview(context, openPhoneBook(context), { number, from, now: at }));
});

/** The tracking numbers that ring nobody, now or at the next opening of their place; for super admins and managers. */
callSettingsRoutes.get('/silent', requireRole('superadmin', 'manager'), takesNoQuery, (c) => {
  const context = contextOfRequest(c);
  const body: SilentNumbers = silentNumbers(openPhoneBook(context), context.now);
  return c.json(body, 200, { 'Cache-Control': 'no-store' });
});

/** A preview with settings that are not saved; refuses those that could not be saved. */
callSettingsRoutes.post('/preview', requireRole('superadmin'), takesNoQuery, async (c) => {
  const context = contextOfRequest(c);
  const draft = parse(draftPreviewSchema, parseJson(await readJsonText(c.req.raw)));
  const { number, from = null, at = context.now } = draft;
  const settings = checkedSettings(context, draft.settings, {
    addresses: addressRules(c.env),
    pointer: '/settings',
  });
  return c.json(preview(context, phoneBookWith(c.env.company, settings), { number, from, now: at }));
});

/** Previews a call with the priority that it would have now. */
function preview(
  { database }: RequestContext,
  book: OpenPhoneBook,
  call: { number: string; from: string | null; now: number },
): CallPreview {
  // The oldest lead of the caller.
  const ownerId = call.from === null ? undefined : findByKeys(database, [call.from])[0]?.assigneeId;
  return previewCall(book, { ...call, priority: priorityOf(database, routeCall(book, call), ownerId) });
}
