/** The names of operations in generated clients. */
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../build/reference/operations.ts';

/** The verbs. A newcomer must understand a new one without the reference. */
const VERBS = new Set(
  `accept add assign buy cancel change check complete copy count create decline dismiss erase explain export find get import issue keep list mend merge modify open patch
  plan play postpone preview read receive record release remove reopen replace replay reschedule restore revoke rotate run schedule search send set share
  start take test unassign undo unmerge upsert`.split(/\s+/),
);

/** The nouns, in the terms of the field: `trackingNumber`, `leadState`. */
const NOUNS = new Set(
  `address ampConfig apiKey attribution availableNumber brand bulkOperation call callDraft callLocation callSettings carrierAccount chatChannel chatMessage carrierNumber carrierRequest carrierWebhook change closestLocation comment
  company companyInvitation companyAllowance companyOptions companyOverview companySettings companyUsage conversion conversionDraft conversionHealth conversionPlatform
  conversionRule contactRule ruleEffect cost costFeed currentUser decision delivery dialResult dniSettings dniSettingsVersion duplicate event facet
  fallbackCall form pushDevice signInLink googleAdsFile import importableNumber invitation keyPress lead leadBatch leadContact leadCurrency leadData leadField leadGroup leadHistory
  leadState leadTemplate legStatus liveSocket location logo microsoftAdsFile module note notification notificationChoice numberLimit optOut outgoingCall ownCompany ownPassword session otherSession silentNumber passwordLink place auditEntry awayUser callStatus userAvailability pool record
  recentLead recording reminder removedLead report savedReport seenSite setupProgress site smartView swap tap text textAttribution textMedia textStatus token
  confirmation passkey passkeySignIn recoveryCode sample speechUsage transcript scheduledText secondFactor trackingNumber user visit voicemail webhook webhookSecret whisper`.split(
    /\s+/,
  ),
);

/** The endings that distinguish two operations for the same thing: `issueTokenByQuery`. */
const QUALIFIER = /(?:By|For)[A-Z]\w*$/;

test('every operation is named by a verb and a noun from the vocabulary', () => {
  const odd = OPERATIONS.map(({ name }) => name).filter((name) => {
    const [, verb = '', rest = ''] = /^([a-z]+)([A-Z]\w*)$/.exec(name.replace(QUALIFIER, '')) ?? [];
    return !VERBS.has(verb) || !NOUNS.has(singular(rest.charAt(0).toLowerCase() + rest.slice(1)));
  });

  expect(odd).toEqual([]);
});

test('the name of an operation that answers a list begins with list, find or search', () => {
  // For one number, an entry for each of its conditions.
  const exception = 'getTrackingNumber';

  const gets = OPERATIONS.filter(
    ({ name, answer }) => name.startsWith('get') && answer?.['type'] === 'array',
  );
  expect(gets.map(({ name }) => name)).toEqual([exception]);
});

/** Returns the singular of a noun: `lead` for `leads`; names of settings stay. */
function singular(noun: string): string {
  if (NOUNS.has(noun)) return noun;
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.endsWith('s') ? noun.slice(0, -1) : noun;
}
