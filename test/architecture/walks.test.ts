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
      'SettingsReader.read': 'the settings are in memory and fresh',
      forcedPlace: 'no postal code is forced',
      findPlace: 'the decision is kept',
      decideFor: 'the decision is kept',
      keptForm: 'the decision is kept',
      'KeptDecisions.read': 'the decision is in memory',
      'KeptPlaces.keep': 'the decision is kept',
      'KeptDecisions.keep': 'the decision is kept',
      'KeptDecisions.keepProvisionally': 'the decision is kept',
      tellOfPage: 'done behind the answer',
      answerForBot: 'a person asks',
      answerFor: 'the answer is prepared',
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
      leadBody: 'the query does not ask for the lead',
      contentTag: 'the query does not ask for the lead',
    },
  },
};

test.each(Object.entries(TRIPS))('one reads %s without getting lost', (_, { mostFiles, ...trip }) => {
  const { files, returns, opened, unused } = walk(trip);

  expect(opened.length).toBeGreaterThan(20);
  expect(unused).toEqual([]);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(mostFiles);
  expect(returns).toBeLessThanOrEqual(MOST_RETURNS);
});
