/** What a form began from: newer versions take its place until somebody has typed, and are told of after that. */
import { Fragment, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../api.ts';
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

/** A form over what somebody else may change meanwhile, which it says. */
export function Edited<Body>({ answer, children }: EditedProps<Body>): VNode {
  const state = useBase(answer);
  return (
    <>
      <Newer of={state} />
      <Fragment key={state.base.etag}>{children(state)}</Fragment>
    </>
  );
}

/** Says that somebody else was faster. */
function Newer<Body>({ of: { isBehind, settle } }: { of: Base<Body> }): VNode | null {
  if (!isBehind) return null;
  return (
    <Notice kind="warning">
      Somebody else has changed this meanwhile. What you typed stays here.{' '}
      <button type="button" class="link" onClick={settle}>
        Take theirs
      </button>
    </Notice>
  );
}
