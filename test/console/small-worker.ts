/** A web worker for tests without a browser: the code of the worker of Excel files, in the same process. */
import { onTestFinished } from 'vitest';
import { answerTo } from '../../console/formats/workbook/answer.ts';
import type { WorkbookAnswer, WorkbookQuestion } from '../../console/formats/workbook/messages.ts';

/** The workers of a test. */
export interface Workers {
  /** How many were started. */
  started: number;
  /** How many run now. */
  running: number;
}

/** What workers do: they work, their script cannot be loaded, or they never end. */
type Way = 'working' | 'broken' | 'endless';

/** Lets the page start workers until the test has finished. */
export function provideWorkers(way: Way = 'working'): Workers {
  const workers: Workers = { started: 0, running: 0 };
  class SmallWorker extends EventTarget {
    #isRunning = true;

    constructor() {
      super();
      workers.started += 1;
      workers.running += 1;
      setTimeout(() =>
        way === 'broken' ? this.dispatchEvent(new Event('error')) : this.#tell({ kind: 'ready' }),
      );
    }

    postMessage(question: WorkbookQuestion): void {
      if (way === 'endless') return;
      void answerTo(question).then((answer) => this.#tell(answer));
    }

    terminate(): void {
      if (this.#isRunning) workers.running -= 1;
      this.#isRunning = false;
    }

    #tell(data: WorkbookAnswer): void {
      if (this.#isRunning) this.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  const { Worker: before } = globalThis;
  Object.assign(globalThis, { Worker: SmallWorker });
  onTestFinished(() => void Object.assign(globalThis, { Worker: before }));
  return workers;
}
