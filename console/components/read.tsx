/** Shows the data of a path; until it is loaded a note, and on an error the reason. */
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
