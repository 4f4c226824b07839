/** What a form began from: newer versions take its place until somebody has typed, and are told of after that. */
import type { VNode } from 'preact';
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

export function useBase<Body>(answer: Answer<Body>): Base<Body> {
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

/** Says that somebody else was faster. */
export function Newer<Body>({
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
