/**
 * Tracks the version that a form was opened with. Newer versions replace it until the user types; then a notice announces
 * them.
 */
import { Fragment, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../api/api.ts';
import { Notice } from '../../components/notice.tsx';

export interface Base<Body> {
  base: Answer<Body>;
  /** The version that a save replaces: the first one, or a newer one after the user has seen the notice about it. */
  over: Answer<Body>;
  /** Whether there is a newer version. */
  isBehind: boolean;
  /** Called after the user has typed. */
  touch: () => void;
  /** Shows the notice about a newer version after a save was refused because of it. */
  tell: () => void;
  /** Called after the contents were saved as this version. */
  saved: (version: Answer<Body>) => void;
  /** Starts again from the newest version, without the user's changes. */
  settle: () => void;
}

function useBase<Body>(answer: Answer<Body>): Base<Body> {
  const [base, setBase] = useState(answer);
  const [known, setKnown] = useState(answer);
  const [isTold, setTold] = useState(false);
  const isTouched = useRef(false);
  const begin = (version: Answer<Body>): void => {
    setBase(version);
    setKnown(version);
    setTold(false);
  };
  if (base !== answer && !isTouched.current) begin(answer);
  return {
    base,
    over: isTold ? answer : known,
    isBehind: isTold || known.etag !== answer.etag,
    touch: () => {
      isTouched.current = true;
    },
    tell: () => setTold(true),
    saved: (version) => {
      setKnown(version);
      setTold(false);
    },
    settle: () => {
      isTouched.current = false;
      begin(answer);
    },
  };
}

interface EditedProps<Body> {
  answer: Answer<Body>;
  /** The form, rendered anew for another version. */
  children: (state: Base<Body>) => VNode;
}

/** Renders a form, and a notice when another user has changed its data. */
export function Edited<Body>({ answer, children }: EditedProps<Body>): VNode {
  const state = useBase(answer);
  return (
    <>
      <Newer of={state} />
      <Fragment key={state.base.etag}>{children(state)}</Fragment>
    </>
  );
}

/** The notice that another user has saved a newer version. */
function Newer<Body>({ of: { isBehind, settle } }: { of: Base<Body> }): VNode | null {
  if (!isBehind) return null;
  return (
    <Notice kind="warning">
      Somebody else changed this in the meantime. What you typed is still here.{' '}
      <button type="button" class="link" onClick={settle}>
        Use theirs
      </button>
    </Notice>
  );
}
