/** Plays the recording of a call or the caller's voicemail at a chosen speed, or shows why it cannot; downloads it. */
import type { RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, messageOf, Refusal } from '../api/api.ts';
import { companyPath } from '../api/company.ts';
import { mayHear } from '../api/user.ts';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';

/** The speeds that a press goes through. */
const SPEEDS = [1, 1.25, 1.5, 2] as const;

interface PlayerProps {
  callId: string;
  label: string;
  /** `metadata` for a player that the user opened; players in a list load nothing until played. */
  preload?: 'none' | 'metadata';
  /** Is given the element that plays. */
  sound?: RefObject<HTMLAudioElement | null>;
  /** Learns where it is, in seconds. */
  onTime?: (seconds: number) => void;
}

export function Player({ callId, label, preload = 'none', sound, onTime }: PlayerProps): VNode | null {
  const own = useRef<HTMLAudioElement>(null);
  const audio = sound ?? own;
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  useLayoutEffect(() => {
    // Loading the file sets the speed to the default.
    if (audio.current !== null) audio.current.defaultPlaybackRate = audio.current.playbackRate = speed;
  }, [speed]);
  const [failure, setFailure] = useState<string | undefined>();
  const path = companyPath(`/calls/${callId}/recording`);
  const explain = async (): Promise<void> => {
    // The audio element does not tell what the server answered.
    const error = await ask(path).catch((reason: unknown) => reason);
    setFailure(error instanceof Refusal ? messageOf(error) : 'This browser cannot play the recording.');
  };
  if (!mayHear()) return null;
  if (failure !== undefined) return <Notice kind="warning">{failure}</Notice>;
  return (
    <div class="recording">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- sound alone; what is said stands below it */}
      <audio
        ref={audio}
        class="player"
        controls
        preload={preload}
        src={`/console/api${path}`}
        aria-label={label}
        onTimeUpdate={({ currentTarget }) => onTime?.(currentTarget.currentTime)}
        onError={() => void explain()}
      />
      <button
        type="button"
        class="button plain slim"
        aria-label={`Speed of the ${label.toLowerCase()}: ${speed}×`}
        onClick={() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1)}
      >
        {speed}×
      </button>
      <Download path={path} label={label} />
    </div>
  );
}

function Download({ path, label }: { path: string; label: string }): VNode {
  return (
    <a
      class="button plain slim"
      href={`/console/api${path}`}
      download="recording"
      aria-label={`Download the ${label.toLowerCase()}`}
    >
      <Icon name="import" size={16} />
    </a>
  );
}
