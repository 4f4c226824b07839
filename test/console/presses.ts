/** Counts the presses of the mouse on a page, as somebody would. */
import type { Page } from 'playwright-core';

/** Counts from the next page on. @returns how many there were so far */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('pressed', () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    const { pressed } = window as unknown as { pressed: () => void };
    addEventListener('pointerdown', () => pressed(), { capture: true });
  });
  return () => presses;
}
