/** The migrations of a company's database, in order. A file that has landed must not be edited: `migrate` compares its checksum. */
import company from './migrations/001-company.sql';
import people from './migrations/002-people.sql';
import leads from './migrations/003-leads.sql';
import modules from './migrations/004-modules.sql';
import imports from './migrations/005-imports.sql';
import purging from './migrations/006-purging.sql';
import finding from './migrations/007-finding.sql';
import bounds from './migrations/008-bounds.sql';
import leadTexts from './migrations/009-lead-texts.sql';
import changes from './migrations/010-changes.sql';
import webhooks from './migrations/011-webhooks.sql';
import keys from './migrations/012-keys.sql';
import idempotency from './migrations/013-idempotency.sql';
import removal from './migrations/014-removal.sql';
import userErasures from './migrations/015-user-erasures.sql';
import calls from './migrations/020-calls.sql';
import findableAliases from './migrations/022-findable-aliases.sql';
import bulk from './migrations/030-bulk.sql';
import callRecords from './migrations/031-call-records.sql';
import dniHistory from './migrations/032-dni-history.sql';
import texts from './migrations/033-texts.sql';
import callLists from './migrations/034-call-lists.sql';
import textCallbacks from './migrations/035-text-callbacks.sql';
import searchableCalls from './migrations/036-searchable-calls.sql';
import recordingErasures from './migrations/037-recording-erasures.sql';
import seenPages from './migrations/038-seen-pages.sql';
import carrierErasures from './migrations/039-carrier-erasures.sql';
import callWrites from './migrations/040-call-writes.sql';
import webhookAttempts from './migrations/042-webhook-attempts.sql';
import waitingLeadTexts from './migrations/043-waiting-lead-texts.sql';
import indexMerges from './migrations/044-index-merges.sql';
import outgoingTexts from './migrations/045-outgoing-texts.sql';
import erasingPeople from './migrations/046-erasing-people.sql';
import textReplies from './migrations/047-text-replies.sql';
import removedLeads from './migrations/048-removed-leads.sql';
import schema from '../../../../dist/tables/schema.sql';
import type { Migration } from './migrate.ts';

/** What all of them make of an empty database. */
export const SCHEMA: string = schema;

export const MIGRATIONS: readonly Migration[] = [
  { name: '001-company', sql: company },
  { name: '002-people', sql: people },
  { name: '003-leads', sql: leads },
  { name: '004-modules', sql: modules },
  { name: '005-imports', sql: imports },
  { name: '006-purging', sql: purging },
  { name: '007-finding', sql: finding },
  { name: '008-bounds', sql: bounds },
  { name: '009-lead-texts', sql: leadTexts },
  { name: '010-changes', sql: changes },
  { name: '011-webhooks', sql: webhooks },
  { name: '012-keys', sql: keys },
  { name: '013-idempotency', sql: idempotency },
  { name: '014-removal', sql: removal },
  { name: '015-user-erasures', sql: userErasures },
  { name: '020-calls', sql: calls },
  { name: '022-findable-aliases', sql: findableAliases },
  { name: '030-bulk', sql: bulk },
  { name: '031-call-records', sql: callRecords },
  { name: '032-dni-history', sql: dniHistory },
  { name: '033-texts', sql: texts },
  { name: '034-call-lists', sql: callLists },
  { name: '035-text-callbacks', sql: textCallbacks },
  { name: '036-searchable-calls', sql: searchableCalls },
  { name: '037-recording-erasures', sql: recordingErasures },
  { name: '038-seen-pages', sql: seenPages },
  { name: '039-carrier-erasures', sql: carrierErasures },
  { name: '040-call-writes', sql: callWrites },
  { name: '042-webhook-attempts', sql: webhookAttempts },
  { name: '043-waiting-lead-texts', sql: waitingLeadTexts },
  { name: '044-index-merges', sql: indexMerges },
  { name: '045-outgoing-texts', sql: outgoingTexts },
  { name: '046-erasing-people', sql: erasingPeople },
  { name: '047-text-replies', sql: textReplies },
  { name: '048-removed-leads', sql: removedLeads },
];
