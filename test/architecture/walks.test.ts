/** Limits the files that a reader opens to follow three requests. `walk.ts` defines a walk, its files and its returns. */
import { expect, test } from 'vitest';
import { type Trip, walk } from './walk.ts';

const MOST_RETURNS = 8;

/** The walks from a request to its answer, or for a call to its lead. */
const TRIPS: Readonly<Record<string, Trip & { mostFiles: number }>> = {
  'a lookup of a returning visitor': {
    mostFiles: 9,
    start: ['worker/edge/lookup/questions.ts', 'answer'],
    skipped: {
      'PublishedReader.read': 'the settings are in memory and fresh',
      forcedPlace: 'no postal code is forced',
      findPlace: 'the decision is cached',
      decideFor: 'the decision is cached',
      keptForm: 'the decision is cached',
      'KeptDecisions.read': 'the decision is in memory',
      'KeptPlaces.keep': 'the decision is cached',
      'KeptDecisions.keep': 'the decision is cached',
      'KeptDecisions.keepProvisionally': 'the decision is cached',
      reportPage: 'done after the answer',
      leasesOf: 'the company has no pools',
      leasedPlan: 'the company has no pools',
      reportVisit: 'done after the answer',
      answerForBot: 'a person asks',
      answerFor: 'the answer is in memory',
    },
  },
  'a call of an unknown caller up to the lead': {
    mostFiles: 20,
    start: ['worker/edge/carriers/routes.ts', '/:carrier/:company/call'],
    skipped: {
      answerByItself: 'the company’s object answers in time',
      begunCallOf: 'the edge has not answered this call',
      'PublishedReader.read': 'the phone book is in memory and fresh',
      'PublishedReader.readNewer': 'the signature is right',
      ifReadable: 'the phone book is in memory and fresh',
      readPhoneBook: 'the phone book is in memory',
      'new OpenPhoneBook': 'the phone book is in memory',
      skipErased: 'the call was not erased',
      wasErased: 'the call was not erased',
      continueCall: 'the call is new',
      withName: 'the call is new',
      withKnownStart: 'the call is new',
      usersOf: 'the call is new',
      applyEvent: 'the call is new',
      restoreLeadText: 'the lead was never merged',
      writeAudit: 'the audit log has no entry',
      firstReport: 'the lead exists by then',
      eventsOf: 'the lead exists by then',
      noteRing: 'the lead exists by then',
      startCall: 'the lead exists by then',
      updated: 'no lead has the number',
      usersOfLocation: 'the number has no location',
      nextAssignee: 'the number has no location',
      assignLead: 'the number has no location',
      planFor: 'the lead exists by then',
      callInProgress: 'the lead exists by then',
      twiml: 'the lead exists by then',
    },
  },
  'an upsert that creates a lead': {
    mostFiles: 18,
    start: ['worker/core/leads/editing/routes.ts', '/upsert'],
    skipped: {
      formerAnswer: 'the request has no Idempotency-Key',
      replayed: 'the request has no Idempotency-Key',
      whileRunning: 'the request has no Idempotency-Key',
      keepAnswer: 'the request has no Idempotency-Key',
      writableLead: 'no lead has the identifiers',
      upserted: 'no lead has the identifiers',
      saveModified: 'no lead has the identifiers',
      restoreLeadText: 'the lead was never merged',
      leadBody: 'the query does not ask for the lead',
      contentTag: 'the query does not ask for the lead',
    },
  },
};

test.each(Object.entries(TRIPS))('a reader can follow %s', (_, { mostFiles, ...trip }) => {
  const { files, returns, opened, unused } = walk(trip);

  expect(opened.length).toBeGreaterThan(20);
  expect(unused).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(mostFiles);
  expect(returns).toBeLessThanOrEqual(MOST_RETURNS);
});
