/** Tabs of a screen, each with its own URL. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { pathTo } from '../address/router.ts';

export function Tabs({
  screen,
  label,
  tabs,
  current,
}: {
  screen: string;
  /** The label of the screen. */
  label: string;
  tabs: readonly (readonly [name: string, label: string])[];
  current: string;
}): VNode {
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // Scrolls the open tab into view if not all fit.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={list} class="tabs" aria-label={label}>
      <ul>
        {tabs.map(([name, text]) => (
          <li key={name}>
            <a href={pathTo(screen, name)} aria-current={name === current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
