/** What a form does with what it sends: busy until there is an answer, the refusal for its fields when it is one. */
import { useRef, useState } from 'preact/hooks';

export interface Saving<Arguments extends unknown[]> {
  /** Why it was refused; undefined: it was not. */
  error: unknown;
  isBusy: boolean;
  save: (...sent: Arguments) => void;
}

/**
 * Saves one thing at a time: whatever is sent while a save runs is ignored, for what it would send is on its way.
 * @param work sends it, and says what follows when it was taken
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

/** The same for what changes nothing: of several the last one counts. @param work asks, and shows the answer */
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
