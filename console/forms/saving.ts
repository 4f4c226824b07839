/** Tracks the saving of a form: busy until the answer comes, and the error of a refusal. */
import { useRef, useState } from 'preact/hooks';
import { type Fault, Refusal } from '../api/api.ts';
import { inWords } from '../api/fault-words.ts';

// In the same part of the build.
export { type Begun, isNewer, isSame, saveOver } from './save-over.ts';

export interface Saving<Arguments extends unknown[]> {
  /** The error of the last save, if it failed. */
  error: unknown;
  isBusy: boolean;
  save: (...sent: Arguments) => void;
}

/**
 * Runs one save at a time. Ignores calls during a save, because they would send the same data.
 * @param work sends the data and continues after success
 */
export function useSaving<Arguments extends unknown[]>(
  work: (...sent: Arguments) => Promise<void>,
): Saving<Arguments> {
  const running = useRef<Promise<void>>(undefined);
  const saving = useLatest((...sent: Arguments) => {
    running.current = work(...sent).finally(() => {
      running.current = undefined;
    });
    return running.current;
  });
  return {
    ...saving,
    save: (...sent) => {
      if (running.current === undefined) saving.save(...sent);
    },
  };
}

/** Tracks reading. Of several calls, only the last one's result is used. @param work reads and shows the answer */
export function useLatest<Arguments extends unknown[]>(
  work: (...sent: Arguments) => Promise<void>,
): Saving<Arguments> {
  const [state, setState] = useState<{ error: unknown; isBusy: boolean }>({
    error: undefined,
    isBusy: false,
  });
  const save = (...sent: Arguments): void => {
    setState((before) => ({ ...before, isBusy: true }));
    work(...sent).then(
      () => setState({ error: undefined, isBusy: false }),
      (error: unknown) => setState({ error, isBusy: false }),
    );
  };
  return { ...state, save };
}

/**
 * Gives the errors of a refusal the names of the fields that they are about.
 * @param nameOf returns the name of the field for a pointer into the body
 */
export function atFields(error: unknown, nameOf: (pointer: string) => string): unknown {
  if (!(error instanceof Refusal) || error.problem.errors === undefined) return error;
  const errors = error.problem.errors.map((fault) =>
    fault.pointer === undefined ? fault : { ...fault, pointer: nameOf(fault.pointer) },
  );
  return new Refusal({ ...error.problem, errors }, error.retryAfter);
}

/** Builds an error like the server's from errors found in the browser. */
export function refusalOf(errors: Fault[]): Refusal {
  return new Refusal(inWords({ code: 'invalid', title: '', detail: '', status: 400, errors }), undefined);
}

/** Builds an error at one field. */
export function refusalAt(pointer: string, detail: string): Refusal {
  return refusalOf([{ pointer, code: 'invalid', detail }]);
}
