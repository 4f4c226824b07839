/** Lists the current keyboard shortcuts, with a switch to turn them off. */
import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Dialog } from '../components/over/dialog.tsx';
import { keysAreOn, listKeys, switchKeys } from '../components/keys.tsx';
import { close } from '../address/router.ts';

export function Keys(): VNode {
  const [keys, setKeys] = useState<ReturnType<typeof listKeys>>([]);
  // Reads the list after rendering, when all elements exist.
  useLayoutEffect(() => setKeys(listKeys()), []);
  return (
    <Dialog title="Keyboard shortcuts" size="narrow" onClose={() => close(['over'])}>
      <dl class="keys">
        {keys.map(({ key, name }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part.replace('Mod+', '⌘/Ctrl ')}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
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
