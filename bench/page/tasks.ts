/** Takes the time of every task in which the script under measurement runs. To be loaded before it. */

let tasks: number[] = [];

/** Starts a list of tasks, in milliseconds, which grows from now on. */
export function newTasks(): readonly number[] {
  tasks = [];
  return tasks;
}

/** Runs `work` as a task, or as a part of the present one. */
export function inTask<Result>(work: () => Result): Result {
  const start = performance.now();
  const result = work();
  tasks.push(performance.now() - start);
  return result;
}

/** `setTimeout`, unmeasured. */
export const later = window.setTimeout.bind(window);

// What a script does later: the rest of a long pass, what it does when the page changed, and when it is idle.
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
