/** Shows the data of a path, a note while it loads, or the reason of an error. */
import type { ComponentChildren, VNode } from 'preact';
import type { Shown } from '../api/resource.ts';
import { Failure, Waiting } from './notice.tsx';

interface ReadProps<Body> {
  shown: Shown<Body>;
  waiting?: string;
  children: (body: Body) => ComponentChildren;
}

export function Read<Body>({ shown, waiting, children }: ReadProps<Body>): VNode {
  const { data, failure, time, resource } = shown;
  return (
    <>
      {failure !== undefined && (
        <Failure error={failure} retry={() => void resource?.refresh()} time={data && time} />
      )}
      {data === undefined && failure === undefined && <Waiting {...(waiting && { text: waiting })} />}
      {data !== undefined && children(data)}
    </>
  );
}
