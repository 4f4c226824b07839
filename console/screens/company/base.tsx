/** Tracks the version that a form began with. Newer versions replace it until the user types; then they are announced. */
import { Fragment, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../api/api.ts';
import { Notice } from '../../components/notice.tsx';

export interface Base<Body> {
  base: Answer<Body>;
  /** The version that the form is saved over: the one that it began from, until somebody was told that there is a newer one. */
  over: Answer<Body>;
  /** There is a newer version. */
  isBehind: boolean;
  /** Somebody has typed. */
  touch: () => void;
  /** A save was refused because there is a newer version, which says so here. */
  tell: () => void;
  /** What was typed is saved as this version. */
  saved: (version: Answer<Body>) => void;
  /** Nothing is typed any more: whatever is there is the new beginning. */
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
  /** The form; made anew when it begins from another version. */
  children: (state: Base<Body>) => VNode;
}

/** Renders a form, and says when somebody else has changed its data. */
export function Edited<Body>({ answer, children }: EditedProps<Body>): VNode {
  const state = useBase(answer);
  return (
    <>
      <Newer of={state} />
      <Fragment key={state.base.etag}>{children(state)}</Fragment>
    </>
  );
}

/** Says that somebody else has saved a newer version. */
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
