/** The menus that answer calls: what they say, and where their keys lead. */
import type { VNode } from 'preact';
import { AddLink, List, Titled } from '../../../components/list.tsx';
import { withQuery } from '../../../address/router.ts';
import { useNames } from '../names.ts';
import { menusIn, type PhoneSettings } from '../phone-settings.ts';
import { keysText } from '../rule-words.ts';

export function MenusList({ settings }: { settings: PhoneSettings }): VNode {
  const names = useNames();
  const menus = Object.entries(menusIn(settings));
  return (
    <Titled id="menus" title="Menus" beside={<AddLink over="menu" label="New menu" />}>
      {menus.length === 0 ? (
        <p class="soft">
          No menu. A menu answers with a text such as “For sales press 1” and rings whoever the key leads to.
        </p>
      ) : (
        <List
          class="entries"
          caption="Menus"
          items={menus}
          keyOf={([id]) => id}
          columns={['Menu', 'Keys']}
          cells={([id, menu]) => [
            <a class="main" href={withQuery({ over: 'menu', key: id })}>
              {menu.name}
            </a>,
            keysText(menu, names),
          ]}
        />
      )}
    </Titled>
  );
}
