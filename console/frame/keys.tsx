/** Lists the current keyboard shortcuts by what they are for, with a switch to turn them off. */
import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Dialog } from '../components/over/dialog.tsx';
import { declared, keysAreOn, press, SETTING } from '../components/keys.tsx';
import { close } from '../address/router.ts';

type Keys = ReturnType<typeof listKeys>;

/** Keys that every screen has, besides those that go to a screen. */
const EVERYWHERE: ReadonlySet<string> = new Set(['Mod+k', '?']);
const isMac = /^(?:Mac|iP)/.test(navigator.platform);

export function Keys(): VNode {
  const [keys, setKeys] = useState<Keys>([]);
  // Reads the list after rendering, when all elements exist.
  useLayoutEffect(() => setKeys(listKeys()), []);
  const groups: readonly [title: string, keys: Keys][] = [
    ['On this screen', keys.filter(({ key }) => !key.startsWith('g ') && !EVERYWHERE.has(key))],
    ['Everywhere', keys.filter(({ key }) => EVERYWHERE.has(key))],
    ['Go to a screen', keys.filter(({ key }) => key.startsWith('g '))],
  ];
  return (
    <Dialog title="Keyboard shortcuts" size="narrow" onClose={() => close(['over'])}>
      {groups.map(([title, list]) => list.length > 0 && <Group key={title} title={title} keys={list} />)}
      <p class="soft small">While you type or edit something, keys only type.</p>
      <label class="row">
        <input
          type="checkbox"
          checked={keysAreOn.value}
          onChange={(event) => switchKeys(event.currentTarget.checked)}
        />
        Shortcuts are on
      </label>
    </Dialog>
  );
}

function Group({ title, keys }: { title: string; keys: Keys }): VNode {
  return (
    <>
      <h3>{title}</h3>
      <dl class="keys">
        {keys.map(({ key, name }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              {key.split(' ').map((part, index) => (
                <span key={part}>
                  {index > 0 && <span class="soft small"> then </span>}
                  <kbd>{part.replace('Mod+k', isMac ? '⌘ K' : 'Ctrl K').toUpperCase()}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Lists the shortcuts of the current screen, each with the name of its element. */
export function listKeys(): { key: string; name: string }[] {
  return [...declared].map(([element, key]) => ({
    key,
    name: nameOf(element),
  }));
}

/** Returns the label of an element. */
function nameOf(element: HTMLElement): string {
  const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
  const { title } = element;
  const named = element.getAttribute('aria-label') ?? (title || undefined);
  return named ?? textWithoutKeys(label ?? element);
}

function textWithoutKeys(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const key of copy.querySelectorAll('kbd')) key.remove();
  return copy.textContent.trim();
}

/** Switches shortcuts on or off in this browser. */
function switchKeys(on: boolean): void {
  localStorage.setItem(SETTING, on ? 'on' : 'off');
  keysAreOn.value = on;
  for (const [element, key] of declared) press(element, key);
}
