/** The frame around every screen: navigation, signed-in user, toasts. */
import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { Brand, Icon } from '../components/icon.tsx';
import { useKey } from '../components/keys.tsx';
import { Face } from '../components/text/people.tsx';
import { toastFailure, Toasts } from '../components/over/toasts.tsx';
import { go, pathTo, place, withQuery } from '../address/router.ts';
import { Companies } from './companies.tsx';
import { type Screen, screensInRail } from '../screens.tsx';
import { signOut } from '../api/session.ts';
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
        <Brand size={22} /> <b>Leadline</b>
      </header>
      <nav id={RAIL} class="rail" aria-label="Screens" popover="auto">
        <div class="brand">
          <Brand /> Leadline
        </div>
        <Companies who={who} />
        <GoTo />
        <ul>
          {screensInRail(who).map((screen) => (
            <li key={screen.name}>
              <Entry screen={screen} />
            </li>
          ))}
        </ul>
        <Who who={who} />
      </nav>
      <main id="screen" class="screen" tabIndex={-1}>
        {children}
      </main>
      <Toasts />
    </div>
  );
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

function Entry({ screen: { name, label, icon, key } }: { screen: Screen }): VNode {
  const pressed = useKey(`g ${key}`);
  return (
    <a
      ref={pressed}
      href={pathTo(name)}
      aria-current={place.value.screen === name ? 'page' : undefined}
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
