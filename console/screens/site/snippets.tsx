/** The code to paste into a site, by site builder. It comes from docs/install, and tests run it. */
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Code, CopyButton } from '../../components/over/code.tsx';
import { place } from '../../address/router.ts';

/** A way to put the tag on a site (build/snippets.ts). */
interface Snippet {
  id: string;
  name: string;
  where: string;
  code: string;
}

/** A list of `Snippet` as JSON, inserted by the build. */
declare const INSTALL_SNIPPETS: string;

const SNIPPETS = JSON.parse(INSTALL_SNIPPETS) as readonly Snippet[];

const EXAMPLE_ORIGIN = 'https://leadline.example.com';
const EXAMPLE_COMPANY = '11111111-1111-4111-8111-111111111111';

export function Snippets(): VNode {
  const [id, setId] = useState('html');
  const choice = useId();
  const snippet = SNIPPETS.find((candidate) => candidate.id === id) ?? SNIPPETS[0];
  const code = (snippet?.code ?? '')
    .replaceAll(EXAMPLE_ORIGIN, location.origin)
    .replaceAll(EXAMPLE_COMPANY, place.value.company)
    .trimEnd();
  return (
    <>
      <div class="field">
        <label htmlFor={choice}>Your site is built with</label>
        <select id={choice} value={id} onChange={(event) => setId(event.currentTarget.value)}>
          {SNIPPETS.map(({ id: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <p class="soft">{snippet?.where}</p>
      <Code label="Code to paste" code={code} />
      <CopyButton text={code} />
    </>
  );
}
