/** What a form does with what it sends: busy until there is an answer, the refusal for its fields when it is one. */
import { useState } from 'preact/hooks';

export interface Saving<Arguments extends unknown[]> {
  /** Why it was refused; undefined: it was not. */
  error: unknown;
  isBusy: boolean;
  save: (...sent: Arguments) => void;
}

/** @param work sends it, and says what follows when it was taken */
export function useSaving<Arguments extends unknown[]>(
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
