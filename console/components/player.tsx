/** Plays the recording of a call or the caller's voicemail, or shows why it cannot. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask, messageOf, Refusal } from '../api/api.ts';
import { companyPath } from '../api/company.ts';
import { Notice } from './notice.tsx';

interface PlayerProps {
  callId: string;
  label: string;
  /** `metadata` for a player that the user opened; players in a list load nothing until played. */
  preload?: 'none' | 'metadata';
}

export function Player({ callId, label, preload = 'none' }: PlayerProps): VNode {
  const [failure, setFailure] = useState<string | undefined>();
  const path = companyPath(`/calls/${callId}/recording`);
  const explain = async (): Promise<void> => {
    // The audio element does not tell what the server answered.
    const error = await ask(path).catch((reason: unknown) => reason);
    setFailure(error instanceof Refusal ? messageOf(error) : 'This browser cannot play the recording.');
  };
  if (failure !== undefined) return <Notice kind="warning">{failure}</Notice>;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- carriers record sound and write nothing down
    <audio
      class="player"
      controls
      preload={preload}
      src={`/console/api${path}`}
      aria-label={label}
      onError={() => void explain()}
    />
  );
}
