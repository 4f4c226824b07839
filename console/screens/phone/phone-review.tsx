/** The review of the draft of the call settings before it is published. */
import type { VNode } from 'preact';
import { withQuery } from '../../address/router.ts';
import { type FaultPlace, ReviewDialog } from '../draft/review/review-dialog.tsx';
import { useNames } from './names.ts';
import { type Phone, publishPhone } from './phone-draft.ts';
import { type RuleName, scopeKey, scopeOf } from './phone-settings.ts';
import { type Names, partName, partText, ruleName, scopeName } from './rule-words.ts';

export function PhoneReview({ phone: { changes, conflicts, isRebased } }: { phone: Phone }): VNode {
  const names = useNames();
  return (
    <ReviewDialog
      count={changes.length}
      isRebased={isRebased}
      conflicts={conflicts.map(({ part, theirs }) => ({
        name: partName(part, names),
        theirs: partText(part, theirs, names),
      }))}
      publish={publishPhone}
      done="Published. The next call rings by these rules."
      placeOf={(pointer) => placeIn(pointer, names)}
    >
      <ul class="differences">
        {changes.map(({ part, before, after }) => (
          <li key={JSON.stringify(part)}>
            <h3>{partName(part, names)}</h3>
            <p>
              <del>{partText(part, before, names)}</del> → <ins>{partText(part, after, names)}</ins>
            </p>
          </li>
        ))}
      </ul>
    </ReviewDialog>
  );
}

/** Returns the rules, or the lists, and the value that a pointer leads to. */
function placeIn(pointer: string, names: Names): FaultPlace {
  const [, kind = '', id = '', rule] = pointer.split('/');
  if (kind === 'menus') {
    const href = withQuery({ over: 'menu', key: id });
    const key = pointer.split('/')[5] ?? '';
    const value = rule === 'keys' ? `Key ${key}` : rule === 'default' ? 'No key, or a wrong one' : '';
    return { name: `Menu ${names.menus.get(id) ?? id}`, href, value };
  }
  const scope = scopeOf(kind === 'defaults' ? kind : `${kind}/${id}`);
  if (scope === undefined) {
    return { name: 'The lists of numbers', href: withQuery({ over: 'callers', key: undefined }), value: '' };
  }
  const named = (scope.id === '' ? id : rule) as RuleName | undefined;
  return {
    name: scopeName(scope, names),
    href: withQuery({ over: 'rules', key: scopeKey(scope) }),
    value: named ? ruleName(named) : '',
  };
}
