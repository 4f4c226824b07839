/** The frame around every screen: navigation, signed-in user, toasts. */
import type { ComponentChildren, ComponentType, VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { useKey } from '../components/keys.tsx';
import { part } from '../components/parts/lazy.tsx';
import { Face } from '../components/text/people.tsx';
import { toastFailure, Toasts } from '../components/over/toasts.tsx';
import { go, pathTo, place, withQuery } from '../address/router.ts';
import { Companies } from './companies/companies.tsx';
import { Product } from '../components/welcome/product.tsx';
import { type Screen, SCREENS, screensInRail } from './screens.tsx';
import { signOut } from '../api/session.ts';
import { whenQuiet } from '../api/resource.ts';
import type { User } from '../api/user.ts';

const RAIL = 'rail';

const isMac = /^(?:Mac|iP)/.test(navigator.platform);

export function Frame({ who, children }: { who: User; children: ComponentChildren }): VNode {
  return (
    <div class="frame">
      <a class="skip" href="#screen">
        Skip to the content
      </a>
      <header class="bar">
        <button type="button" aria-label="Menu" popovertarget={RAIL}>
          <Icon name="menu" size={22} />
        </button>
        <Product company={who.company_id} brand={who.brand} size={22} />
      </header>
      <nav id={RAIL} class="rail" aria-label="Screens" popover="auto">
        <div class="brand">
          <Product company={who.company_id} brand={who.brand} />
        </div>
        <Companies who={who} />
        <GoTo />
        <Entries who={who} />
        <Who who={who} />
      </nav>
      <main id="screen" class="screen" tabIndex={-1}>
        {children}
      </main>
      <Toasts />
      <Live />
    </div>
  );
}

const loadLive = part('live', async () => (await import('./live/screen.tsx')).LiveScreen);

/** What moves by itself, once the screen is there. Without it the screens are read when the user comes back to them. */
function Live(): VNode | null {
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    whenQuiet(() => {
      loadLive().then(
        (loaded) => setLoaded(() => loaded),
        () => undefined,
      );
    });
  }, []);
  return Loaded === undefined ? null : <Loaded />;
}

function GoTo(): VNode {
  const key = useKey('Mod+k');
  return (
    <button
      ref={key}
      type="button"
      class="go-to"
      onClick={() => {
        document.getElementById(RAIL)?.hidePopover?.();
        go(withQuery({ over: 'go' }));
      }}
    >
      <Icon name="search" size={16} /> Go to <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}

function Entries({ who }: { who: User }): VNode {
  const shown = screensInRail(who);
  const { screen } = place.value;
  const current = shown.some(({ name }) => name === screen)
    ? screen
    : SCREENS.find(({ name }) => name === screen)?.within;
  return (
    <ul>
      {shown.map((entry) => (
        <li key={entry.name}>
          <Entry screen={entry} isCurrent={entry.name === current} />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  screen: Screen;
  isCurrent: boolean;
}

function Entry({ screen: { name, label, icon, key }, isCurrent }: EntryProps): VNode {
  const pressed = useKey(`g ${key}`);
  return (
    <a
      ref={pressed}
      href={pathTo(name)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => document.getElementById(RAIL)?.hidePopover?.()}
    >
      <Icon name={icon} /> {label}
    </a>
  );
}

function Who({ who }: { who: User }): VNode {
  const menu = useId();
  const keys = useKey('?');
  return (
    <div>
      <button type="button" class="who" popovertarget={menu}>
        <Face name={who.name} />
        <span>
          <b>{who.name}</b>
          <small>{who.email}</small>
        </span>
      </button>
      <div id={menu} class="menu up" popover="auto">
        <a href={pathTo('people', 'profile')} onClick={() => document.getElementById(menu)?.hidePopover()}>
          <Icon name="people" /> My profile
        </a>
        <button
          ref={keys}
          type="button"
          onClick={() => {
            document.getElementById(menu)?.hidePopover();
            go(withQuery({ over: 'keys' }));
          }}
        >
          <Icon name="keyboard" /> Keyboard shortcuts <kbd>?</kbd>
        </button>
        <hr />
        <button type="button" onClick={() => void signOut().catch(toastFailure)}>
          <Icon name="out" /> Sign out
        </button>
      </div>
    </div>
  );
}
