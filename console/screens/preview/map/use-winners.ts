/** Lets the map's worker assign each postal code to a location, again after each change of the settings. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useChosenZone } from '../use-explained.ts';
import { ownWorker } from '../../../components/parts/own-worker.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import type { MapBatch, MapBranches, MapCountry, MapQuestion, MapReady } from './map-messages.ts';
import { Winners } from './winners.ts';

/** The result so far. */
export interface Progress {
  /** Results for the previous settings, until the first ones for the current settings arrive. */
  winners: Winners | undefined;
  /** The number of known postal codes. `winners` stays the same object while more arrive. */
  known: number;
  failure: unknown;
}

export function useWinners(settings: DniSettings, country: MapCountry): Progress {
  const zone = useChosenZone();
  const [worker, setWorker] = useState<Worker>();
  const question = useRef(0);
  const [progress, setProgress] = useState<Progress>({ winners: undefined, known: 0, failure: undefined });
  useEffect(() => {
    const own = ownWorker('map-worker');
    let winners: Winners | undefined;
    own.addEventListener('message', ({ data }: MessageEvent<MapReady | MapBranches | MapBatch>) => {
      if (data.kind === 'ready') setWorker(own);
      else if (data.question === question.current) {
        if (data.kind === 'branches') winners = new Winners(data);
        else winners?.add(data);
        if (data.kind === 'batch') setProgress({ winners, known: winners?.known ?? 0, failure: undefined });
      }
    });
    own.addEventListener('error', (failure) => setProgress({ winners: undefined, known: 0, failure }));
    return () => own.terminate();
  }, []);
  useEffect(() => {
    question.current += 1;
    const asked: MapQuestion = { question: question.current, settings, zone, country };
    worker?.postMessage(asked, []);
  }, [worker, settings, zone, country]);
  return progress;
}
