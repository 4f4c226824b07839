/** Chooses the side of the window for the toasts, so that they cover no error and no button that goes on. */

const WRONG = '[role="alert"], .fault';
const ENDING = '.dialog-foot :is(button, a)';
const MAIN = ':is(button, a).primary, .tabs a';
/** In order of preference; over.css positions each. */
const SIDES = ['bottom', 'top', 'middle'] as const;

/**
 * Moves the toasts to a side where they cover none of them, now and whenever the page changes. Errors count more than buttons.
 * @returns a function that ends this
 */
export function keepErrorsClear(toasts: HTMLElement): () => void {
  if (!toasts.hasChildNodes()) {
    delete toasts.dataset['side'];
    return () => undefined;
  }
  let frame: number | undefined;
  const soon = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      settle(toasts);
    });
  };
  const changes = new MutationObserver(soon);
  changes.observe(document.body, { subtree: true, childList: true, characterData: true });
  document.addEventListener('scroll', soon, { capture: true, passive: true });
  window.addEventListener('resize', soon);
  settle(toasts);
  return () => {
    changes.disconnect();
    document.removeEventListener('scroll', soon, { capture: true });
    window.removeEventListener('resize', soon);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

/** Chooses a side. Toasts that cover nothing stay, so that their buttons do not move. */
function settle(toasts: HTMLElement): void {
  const { side: present = SIDES[0] } = toasts.dataset;
  // What is under a dialog cannot be pressed.
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const sideClearOf = (selector: string): string | undefined => {
    const others = Array.from(scope.querySelectorAll(selector), (one) => one.getBoundingClientRect());
    return [present, ...SIDES].find((side) => {
      toasts.dataset['side'] = side;
      const own = toasts.getBoundingClientRect();
      return !others.some((other) => overlap(own, other));
    });
  };
  toasts.dataset['side'] =
    sideClearOf(`${WRONG}, ${ENDING}, ${MAIN}`) ??
    sideClearOf(`${WRONG}, ${ENDING}`) ??
    sideClearOf(WRONG) ??
    SIDES[0];
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
