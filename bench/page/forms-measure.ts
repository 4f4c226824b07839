/** Runs in the page: measures every task of the part for forms, its listeners included. Load it before that part. */
import { inTask, newTasks } from './tasks.ts';

declare global {
  interface Window {
    /** Times of the tasks in milliseconds. */
    formTasks: readonly number[];
  }
}

type Send = (address: string, request: { body: string }) => unknown;

window.formTasks = newTasks();
const leadline = {
  post: (lane: string, report: unknown, send: Send): unknown =>
    send(`/dni/${lane}/company?`, { body: JSON.stringify(report) }),
};
Object.assign(window, { leadline });

// oxlint-disable-next-line typescript/unbound-method -- it is called with the right `this`
const { addEventListener } = EventTarget.prototype;
EventTarget.prototype.addEventListener = function addMeasured(
  type: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: AddEventListenerOptions | boolean,
): void {
  const measured = (event: Event): unknown => inTask(() => (listener as EventListener).call(this, event));
  addEventListener.call(this, type, typeof listener === 'function' ? measured : listener, options);
};
