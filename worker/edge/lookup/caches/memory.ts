/** What an isolate keeps from one lookup to the next. All of it is bounded, and none of it names a visitor. */
import { KeyedHash } from '../../../shared/secrets/keyed-hash.ts';
import { PreparedAnswers } from './answers.ts';
import { Crawlers } from '../crawlers.ts';
import { GeoResolver } from './geo-resolver.ts';
import { KeptDecisions } from './kept-decisions.ts';
import { KeptPlaces } from './kept-places.ts';
import { SettingsReader } from './settings-reader.ts';
import { Sightings } from './sightings.ts';

export class LookupMemory {
  readonly settings = new SettingsReader();
  readonly decisions = new KeptDecisions();
  readonly places = new KeptPlaces();
  readonly answers = new PreparedAnswers();
  readonly resolver = new GeoResolver();
  readonly crawlers = new Crawlers();
  readonly sightings = new Sightings();
  /** What stands for a visitor: the hash of their network. */
  readonly visitors = new KeyedHash('leadline visitor ip');
}

/** This isolate's memory. */
export const lookupMemory = new LookupMemory();
