/** Lists the migrations of a company's database, in order. A released file is not edited: `migrate` compares its checksum. */
import baseline from './migrations/001-baseline.sql';
import pools from './migrations/002-pools.sql';
import attributions from './migrations/003-attributions.sql';
import reminders from './migrations/004-reminders.sql';
import conversions from './migrations/005-conversions.sql';
import leadVisits from './migrations/006-lead-visits.sql';
import reports from './migrations/007-reports.sql';
import costs from './migrations/008-costs.sql';
import visitIds from './migrations/009-visit-ids.sql';
import printedNumbers from './migrations/010-printed-numbers.sql';
import notifications from './migrations/011-notifications.sql';
import savedReports from './migrations/012-saved-reports.sql';
import reportSchedules from './migrations/013-report-schedules.sql';
import notificationMessages from './migrations/014-notification-messages.sql';
import reminderNotices from './migrations/015-reminder-notices.sql';
import signInLinks from './migrations/016-sign-in-links.sql';
import tapCounts from './migrations/017-tap-counts.sql';
import outgoingCalls from './migrations/018-outgoing-calls.sql';
import push from './migrations/019-push.sql';
import forms from './migrations/020-forms.sql';
import textTemplates from './migrations/021-text-templates.sql';
import optOuts from './migrations/022-opt-outs.sql';
import availability from './migrations/023-availability.sql';
import ringTurns from './migrations/024-ring-turns.sql';
import reportForms from './migrations/025-report-forms.sql';
import carrierNumbers from './migrations/026-carrier-numbers.sql';
import sessions from './migrations/027-sessions.sql';
import troubles from './migrations/028-troubles.sql';
import secondFactors from './migrations/031-second-factors.sql';
import callers from './migrations/034-callers.sql';
import numberOrders from './migrations/040-number-orders.sql';
import passkeys from './migrations/041-passkeys.sql';
import viewers from './migrations/042-viewers.sql';
import furtherCompanies from './migrations/043-further-companies.sql';
import brand from './migrations/044-brand.sql';
import shownNumbers from './migrations/045-shown-numbers.sql';
import numberPurposes from './migrations/047-number-purposes.sql';
import addedCompanies from './migrations/048-added-companies.sql';
import formerValues from './migrations/051-former-values.sql';
import numberAccounts from './migrations/052-number-accounts.sql';
import webhooksWithoutSpam from './migrations/055-webhooks-without-spam.sql';
import costImports from './migrations/056-cost-imports.sql';
import numberHoldings from './migrations/057-number-holdings.sql';
import formPages from './migrations/058-form-pages.sql';
import droppedForms from './migrations/059-dropped-forms.sql';
import toAnswer from './migrations/060-to-answer.sql';
import transcripts from './migrations/061-transcripts.sql';
import transcriptPositions from './migrations/062-transcript-positions.sql';
import transcriptTexts from './migrations/063-transcript-texts.sql';
import textBacks from './migrations/066-text-backs.sql';
import scheduledTexts from './migrations/067-scheduled-texts.sql';
import textsByBranch from './migrations/068-texts-by-branch.sql';
import optOutsByHand from './migrations/070-opt-outs-by-hand.sql';
import reportRecipients from './migrations/071-report-recipients.sql';
import reportPages from './migrations/072-report-pages.sql';
import inbox from './migrations/073-inbox.sql';
import chatChannels from './migrations/075-chat-channels.sql';
import changedWords from './migrations/076-changed-words.sql';
import likelyDuplicates from './migrations/077-likely-duplicates.sql';
import heardHours from './migrations/078-heard-hours.sql';
import costFeeds from './migrations/079-cost-feeds.sql';
import restHooks from './migrations/080-rest-hooks.sql';
import readPages from './migrations/082-read-pages.sql';
import schema from './schema.sql';
import type { Migration, Snapshot } from './migrate.ts';

export const MIGRATIONS: readonly Migration[] = [
  { name: '001-baseline', sql: baseline },
  { name: '002-pools', sql: pools },
  { name: '003-attributions', sql: attributions },
  { name: '004-reminders', sql: reminders },
  { name: '005-conversions', sql: conversions },
  { name: '006-lead-visits', sql: leadVisits },
  { name: '007-reports', sql: reports },
  { name: '008-costs', sql: costs },
  { name: '009-visit-ids', sql: visitIds },
  { name: '010-printed-numbers', sql: printedNumbers },
  { name: '011-notifications', sql: notifications },
  { name: '012-saved-reports', sql: savedReports },
  { name: '013-report-schedules', sql: reportSchedules },
  { name: '014-notification-messages', sql: notificationMessages },
  { name: '015-reminder-notices', sql: reminderNotices },
  { name: '016-sign-in-links', sql: signInLinks },
  { name: '017-tap-counts', sql: tapCounts },
  { name: '018-outgoing-calls', sql: outgoingCalls },
  { name: '019-push', sql: push },
  { name: '020-forms', sql: forms },
  { name: '021-text-templates', sql: textTemplates },
  { name: '022-opt-outs', sql: optOuts },
  { name: '023-availability', sql: availability },
  { name: '024-ring-turns', sql: ringTurns },
  { name: '025-report-forms', sql: reportForms },
  { name: '026-carrier-numbers', sql: carrierNumbers },
  { name: '027-sessions', sql: sessions },
  { name: '028-troubles', sql: troubles },
  { name: '031-second-factors', sql: secondFactors },
  { name: '034-callers', sql: callers },
  { name: '040-number-orders', sql: numberOrders },
  { name: '041-passkeys', sql: passkeys },
  { name: '042-viewers', sql: viewers },
  { name: '043-further-companies', sql: furtherCompanies },
  { name: '044-brand', sql: brand },
  { name: '045-shown-numbers', sql: shownNumbers },
  { name: '047-number-purposes', sql: numberPurposes },
  { name: '048-added-companies', sql: addedCompanies },
  { name: '051-former-values', sql: formerValues },
  { name: '052-number-accounts', sql: numberAccounts },
  { name: '055-webhooks-without-spam', sql: webhooksWithoutSpam },
  { name: '056-cost-imports', sql: costImports },
  { name: '057-number-holdings', sql: numberHoldings },
  { name: '058-form-pages', sql: formPages },
  { name: '059-dropped-forms', sql: droppedForms },
  { name: '060-to-answer', sql: toAnswer },
  { name: '061-transcripts', sql: transcripts },
  { name: '062-transcript-positions', sql: transcriptPositions },
  { name: '063-transcript-texts', sql: transcriptTexts },
  { name: '066-text-backs', sql: textBacks },
  { name: '067-scheduled-texts', sql: scheduledTexts },
  { name: '068-texts-by-branch', sql: textsByBranch },
  { name: '070-opt-outs-by-hand', sql: optOutsByHand },
  { name: '071-report-recipients', sql: reportRecipients },
  { name: '072-report-pages', sql: reportPages },
  { name: '073-inbox', sql: inbox },
  { name: '075-chat-channels', sql: chatChannels },
  { name: '076-changed-words', sql: changedWords },
  { name: '077-likely-duplicates', sql: likelyDuplicates },
  { name: '078-heard-hours', sql: heardHours },
  { name: '079-cost-feeds', sql: costFeeds },
  { name: '080-rest-hooks', sql: restHooks },
  { name: '082-read-pages', sql: readPages },
];

/** The schema after all migrations, for a new company. `npm run test:one -- migrate -u` writes its file again after a new migration. */
export const SNAPSHOT: Snapshot = { sql: schema, steps: MIGRATIONS.length };
