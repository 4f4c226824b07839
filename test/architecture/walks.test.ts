/** Three trips of a reader, bounded: what belongs together lies together. `walk.ts` defines a trip, its files and its returns. */
import { expect, test } from 'vitest';
import { type Trip, walk } from './walk.ts';

const MOST_RETURNS = 8;

/** Reading from one request to the answer or, of a call, until the lead is there. */
const TRIPS: Readonly<Record<string, Trip & { mostFiles: number }>> = {
  'a lookup of a visitor who was here before': {
    mostFiles: 9,
    start: ['worker/edge/lookup/questions.ts', 'answer'],
    sideRoads: {
      'PublishedReader.read': 'the settings are in memory and fresh',
      forcedPlace: 'no postal code is forced',
      findPlace: 'the decision is kept',
      decideFor: 'the decision is kept',
      keptForm: 'the decision is kept',
      'KeptDecisions.read': 'the decision is in memory',
      'KeptPlaces.keep': 'the decision is kept',
      'KeptDecisions.keep': 'the decision is kept',
      'KeptDecisions.keepProvisionally': 'the decision is kept',
      reportPage: 'done behind the answer',
      answerForBot: 'a person asks',
      answerFor: 'the answer is prepared',
    },
  },
  'a call of an unknown caller, until the lead is there': {
    mostFiles: 20,
    start: ['worker/edge/carriers/routes.ts', '/:carrier/:company/call'],
    sideRoads: {
      answerByItself: 'the company’s object answers in time',
      begunCallOf: 'the edge has answered nothing of this call',
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
      writeAudit: 'nothing of it is in the audit log',
      firstReport: 'by then the lead is there',
      eventsOf: 'by then the lead is there',
      startCall: 'by then the lead is there',
      updated: 'no lead has the number',
      usersOfLocation: 'the number is of no location',
      nextAssignee: 'the number is of no location',
      assignLead: 'the number is of no location',
      planFor: 'by then the lead is there',
      callInProgress: 'by then the lead is there',
      twiml: 'by then the lead is there',
    },
  },
  'an upsert that makes a lead': {
    mostFiles: 18,
    start: ['worker/core/leads/editing/routes.ts', '/upsert'],
    sideRoads: {
      formerAnswer: 'no Idempotency-Key came along',
      replayed: 'no Idempotency-Key came along',
      whileRunning: 'no Idempotency-Key came along',
      keepAnswer: 'no Idempotency-Key came along',
      writableLead: 'no lead has the identifiers',
      upserted: 'no lead has the identifiers',
      saveModified: 'no lead has the identifiers',
      restoreLeadText: 'the lead was never merged',
      leadBody: 'the query does not ask for the lead',
      contentTag: 'the query does not ask for the lead',
    },
  },
};

test.each(Object.entries(TRIPS))('one reads %s without getting lost', (_, { mostFiles, ...trip }) => {
  const { files, returns, opened, unused } = walk(trip);

  expect(opened.length).toBeGreaterThan(20);
  expect(unused).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(mostFiles);
  expect(returns).toBeLessThanOrEqual(MOST_RETURNS);
});
