/** Measures every task of the script. Load it before the script. */

let tasks: number[] = [];

/** Starts a list of task times in milliseconds, which grows from now on. */
export function newTasks(): readonly number[] {
  tasks = [];
  return tasks;
}

/** Runs `work` as a task, or as part of the current one. */
export function inTask<Result>(work: () => Result): Result {
  const start = performance.now();
  const result = work();
  tasks.push(performance.now() - start);
  return result;
}

/** `setTimeout`, unmeasured. */
export const later = window.setTimeout.bind(window);

// Wrap everything that a script does later: the rest of a long pass, reactions to changes, and idle work.
window.setTimeout = ((run: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) =>
  later(() => inTask(() => run(...given)), delay)) as typeof setTimeout;
const idle = window.requestIdleCallback.bind(window);
window.requestIdleCallback = (run) => idle((deadline) => inTask(() => run(deadline)));
const Observer = window.MutationObserver;
window.MutationObserver = class extends Observer {
  constructor(hear: MutationCallback) {
    super((records, observer) => inTask(() => hear(records, observer)));
  }
};
