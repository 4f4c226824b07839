/** What a form began from: newer versions take its place until somebody has typed, and are told of after that. */
import { Fragment, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../api.ts';
import { Notice } from '../../components/notice.tsx';

export interface Base<Body> {
  base: Answer<Body>;
  /** Somebody has typed. */
  touch: () => void;
  /** What was typed is saved, or given up: whatever is there is the new beginning. */
  settle: () => void;
}

function useBase<Body>(answer: Answer<Body>): Base<Body> {
  const [base, setBase] = useState(answer);
  const isTouched = useRef(false);
  if (base !== answer && !isTouched.current) setBase(answer);
  return {
    base,
    touch: () => {
      isTouched.current = true;
    },
    settle: () => {
      isTouched.current = false;
      setBase(answer);
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
      <Newer of={state} answer={answer} />
      <Fragment key={state.base.etag}>{children(state)}</Fragment>
    </>
  );
}

/** Says that somebody else was faster. */
function Newer<Body>({
  of: { base, settle },
  answer,
}: {
  of: Base<Body>;
  answer: Answer<Body>;
}): VNode | null {
  if (base.etag === answer.etag) return null;
  return (
    <Notice kind="warning">
      Somebody else has changed this meanwhile; saving puts yours in its place.{' '}
      <button type="button" class="link" onClick={settle}>
        Take theirs
      </button>
    </Notice>
  );
}
