/** The screen that the URL names. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Boundary } from '../components/parts/boundary.tsx';
import { Lazy } from '../components/parts/lazy.tsx';
import { Empty } from '../components/notice.tsx';
import { go, pathTo, withQuery } from '../address/router.ts';
import { screensFor } from './screens.tsx';
import { productName, type User } from '../api/user.ts';

/** Screens with another address now: links in older mails still lead there. */
const MOVED: Readonly<Record<string, string>> = { 'to-do': 'inbox' };

export function ScreenOf({ who, name: named }: { who: User; name: string }): VNode {
  const name = MOVED[named] ?? named;
  useEffect(() => {
    if (name !== named) go(withQuery({}).replace(`/${named}`, `/${name}`), { replace: true });
  }, [name, named]);
  const screen = screensFor(who).find((candidate) => candidate.name === name);
  const product = productName();
  useEffect(() => {
    document.title = screen === undefined ? product : `${screen.label} · ${product}`;
  }, [screen, product]);
  if (screen === undefined) {
    return (
      <>
        <h1 class="unseen" tabIndex={-1}>
          Not found
        </h1>
        <Empty icon="search" text="Not found, or you have no access.">
          <a class="button" href={pathTo('leads')}>
            Go to the leads
          </a>
        </Empty>
      </>
    );
  }
  return (
    <Boundary at={withQuery({})}>
      {'Component' in screen ? <screen.Component /> : <Lazy load={screen.load} />}
    </Boundary>
  );
}
