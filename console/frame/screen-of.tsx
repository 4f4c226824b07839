/** The screen that the address names, loaded when it is opened for the first time. */
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Empty, Failure, Waiting } from '../components/notice.tsx';
import { pathTo } from '../router.ts';
import { screensFor } from '../screens.tsx';
import type { User } from '../session.ts';

export function ScreenOf({ who, name }: { who: User; name: string }): VNode {
  const screen = screensFor(who).find((candidate) => candidate.name === name);
  const [loaded, setLoaded] = useState<{ Component?: ComponentType; error?: unknown }>({});
  useEffect(() => {
    screen?.load().then(
      (Component) => setLoaded({ Component }),
      (error: unknown) => setLoaded({ error }),
    );
  }, [screen]);
  useEffect(() => {
    document.title = screen === undefined ? 'Leadline' : `${screen.label} · Leadline`;
  }, [screen]);
  if (screen === undefined) {
    return (
      <Empty icon="search" text="There is no such screen, or it is not yours to see.">
        <a class="button" href={pathTo('leads')}>
          Go to the leads
        </a>
      </Empty>
    );
  }
  const { Component, error } = loaded;
  // A screen of a version that is no longer served: the new one comes with the page.
  if (error !== undefined) return <Failure error={error} retry={() => location.reload()} />;
  return Component === undefined ? <Waiting /> : <Component />;
}
