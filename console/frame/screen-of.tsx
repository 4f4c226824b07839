/** The screen that the address names. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Lazy } from '../components/lazy.tsx';
import { Empty } from '../components/notice.tsx';
import { pathTo } from '../router.ts';
import { screensFor } from '../screens.tsx';
import type { User } from '../session.ts';

export function ScreenOf({ who, name }: { who: User; name: string }): VNode {
  const screen = screensFor(who).find((candidate) => candidate.name === name);
  useEffect(() => {
    document.title = screen === undefined ? 'Leadline' : `${screen.label} · Leadline`;
  }, [screen]);
  if (screen === undefined) {
    return (
      <>
        <h1 class="unseen" tabIndex={-1}>
          Not found
        </h1>
        <Empty icon="search" text="There is no such screen, or it is not yours to see.">
          <a class="button" href={pathTo('leads')}>
            Go to the leads
          </a>
        </Empty>
      </>
    );
  }
  return 'Component' in screen ? <screen.Component /> : <Lazy load={screen.load} />;
}
