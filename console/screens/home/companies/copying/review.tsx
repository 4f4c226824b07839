/** What copying changes in each company, and afterwards what has become of it. */
import type { VNode } from 'preact';
import type { CopyResultBody } from '../../../../../worker/core/reports/agency/copying/reference.ts';
import { StatusChip, type StatusKind } from '../../../../components/text/status-chip.tsx';
import { linesOf, SECTION_NAMES, stateInWords } from './words.ts';

const STATES: Readonly<Record<CopyResultBody['status'], readonly [StatusKind, string]>> = {
  reviewed: ['waiting', 'To copy'],
  copied: ['good', 'Copied'],
  unchanged: ['off', 'Unchanged'],
  refused: ['bad', 'Refused'],
  no_answer: ['bad', 'No answer'],
};

export function Review({ results }: { results: readonly CopyResultBody[] }): VNode {
  return (
    <ul class="copies">
      {results.map((result) => (
        <li key={result.company_id}>
          <Company result={result} isOpen={results.length === 1} />
        </li>
      ))}
    </ul>
  );
}

function Company({ result, isOpen }: { result: CopyResultBody; isOpen: boolean }): VNode {
  const sections = result.sections.map((section) => ({ section, lines: linesOf(section) }));
  const shown = sections.filter(({ lines }) => lines.length > 0);
  const head = (
    <>
      <strong>{result.name ?? 'A company that does not answer'}</strong>{' '}
      <StatusChip kind={STATES[result.status][0]} label={STATES[result.status][1]} />{' '}
      <span class="soft">{stateInWords(result)}</span>
    </>
  );
  if (shown.length === 0) return <p>{head}</p>;
  return (
    <details open={isOpen}>
      <summary>{head}</summary>
      {shown.map(({ section: { section }, lines }) => (
        <section key={section}>
          <h3>{SECTION_NAMES[section][0]}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
