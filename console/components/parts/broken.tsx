/** Replaces a part that broke: shows the error and what the user can do. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isField } from '../../typed/form-contents.ts';
import { dropRescued, type Rescue } from '../../typed/typed.ts';
import { Icon } from '../icon.tsx';

/** A script or style sheet is no longer on the server, because there is a newer version. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super('Leadline may have been updated, or the connection was lost. Reload the page to continue.', {
      cause,
    });
    this.name = 'PartMissing';
  }
}

interface BrokenProps {
  error: unknown;
  rescue: Rescue;
  /** Renders the part again; undefined if only a reload helps. */
  tryAgain?: (() => void) | undefined;
}

const RESCUED: Record<Rescue, string> = {
  nothing: '',
  kept: 'What you typed is kept, except for passwords and files. It will be back in the form.',
  'not stored': 'The browser has no space to keep what you typed during a reload. “Try again” keeps it.',
};

export function Broken({ error, rescue, tryAgain }: BrokenProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // Users who type elsewhere keep the focus. The role tells screen readers of it.
    if (!isField(document.activeElement)) heading.current?.focus();
  }, []);
  const discard = (): void => {
    dropRescued();
    location.reload();
  };
  return (
    <section class="broken" role="alert">
      <Icon name="warning" size={40} />
      <h1 ref={heading} tabIndex={-1}>
        {error instanceof PartMissing ? 'This could not be loaded' : 'Something went wrong here'}
      </h1>
      <p>{textOf(error)}</p>
      {rescue !== 'nothing' && <p>{RESCUED[rescue]}</p>}
      <p class="row">
        <button type="button" class="button primary" onClick={() => location.reload()}>
          Reload the page
        </button>
        {tryAgain && (
          <button type="button" class="button" onClick={tryAgain}>
            Try again
          </button>
        )}
        <CopyDetails error={error} />
      </p>
      {rescue !== 'nothing' && (
        <button type="button" class="link" onClick={discard}>
          Discard what I typed and reload
        </button>
      )}
    </section>
  );
}

/** A button that shows the result itself, because the toasts may be the part that broke. */
function CopyDetails({ error }: { error: unknown }): VNode {
  const [outcome, setOutcome] = useState('Copy the details');
  const copy = (): void => {
    navigator.clipboard.writeText(detailsOf(error)).then(
      () => setOutcome('Copied'),
      () => setOutcome('The browser does not let this page copy'),
    );
  };
  return (
    <button type="button" class="button" onClick={copy}>
      {outcome}
    </button>
  );
}

function textOf(error: unknown): string {
  if (error instanceof PartMissing) return error.message;
  return error instanceof Error ? `Error: ${error.message}` : 'The error has no message.';
}

/**
 * Returns details for the operator of Leadline: version, URL path, positions in the stack, browser. The message of the
 * error is left out, because it may contain data of a lead.
 */
function detailsOf(error: unknown): string {
  const { name, stack = '' } = error instanceof Error ? error : new Error('unknown');
  const [, version = 'unknown'] = /assets\/([^/]+)\//.exec(import.meta.url) ?? [];
  const positions = [...stack.matchAll(/[\w-]+\.js:\d+:\d+/g)].map(([position]) => position);
  return [
    `Leadline console ${version}`,
    `${name} on ${location.pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/gi, '<id>')}`,
    ...positions,
    navigator.userAgent,
    new Date().toISOString(),
  ].join('\n');
}
