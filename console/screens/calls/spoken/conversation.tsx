/** The recording of a call, and beside it what was said: a press on a passage plays it, and the one that is spoken is marked. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TranscriptBody } from '../../../../worker/core/phone/transcripts/reference.ts';
import { usePeople } from '../../../api/company.ts';
import { Player } from '../../../components/player.tsx';
import { plural } from '../../../components/text/values.tsx';
import { hasWords } from '../../../formats/search.ts';
import { type Call, callerName, formatSeconds } from '../call.ts';
import { TranscriptState, useTranscript } from './transcript.tsx';

/** With more passages, people search. */
const SEARCHED_FROM = 8;

type Passage = TranscriptBody['segments'][number];

interface ConversationProps {
  call: Call;
  /** What is shown between the player and the words. @param play as of the passages */
  besides?: (play: PassagesProps['play']) => VNode;
}

/** Plays a call, and shows what was said in it. */
export function Conversation({ call, besides }: ConversationProps): VNode {
  const { call_id: callId, recording } = call;
  const sound = useRef<HTMLAudioElement>(null);
  const transcript = useTranscript(callId);
  const passages = transcript?.segments ?? [];
  const [current, setCurrent] = useState<Passage>();
  const play = (seconds: number): void => {
    if (sound.current === null) return;
    sound.current.currentTime = seconds;
    // A browser may refuse to play; the player says so.
    void sound.current.play().catch(() => undefined);
  };
  return (
    <>
      {recording !== null && (
        <Player
          callId={callId}
          label="Recording"
          preload="metadata"
          sound={sound}
          onTime={(seconds) => setCurrent(passageAt(passages, seconds))}
        />
      )}
      {besides?.(recording === null ? undefined : play)}
      {passages.length > 0 && (
        <Passages
          call={call}
          passages={passages}
          current={current}
          play={recording === null ? undefined : play}
        />
      )}
      {transcript !== undefined && <TranscriptState transcript={transcript} />}
    </>
  );
}

interface PassagesProps {
  call: Call;
  passages: readonly Passage[];
  /** The passage that is spoken; undefined before the player has played. */
  current: Passage | undefined;
  /** Plays from a time; undefined if there is no recording. */
  play: ((seconds: number) => void) | undefined;
}

function Passages({ call, passages, current, play }: PassagesProps): VNode {
  const [wanted, setWanted] = useState('');
  const names = useSpeakers(call);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => showIn(list.current), [current]);
  const found = passages.filter(({ text }) => hasWords(text, wanted.trim()));
  return (
    <section class="conversation" aria-label="What was said">
      {passages.length >= SEARCHED_FROM && (
        <p class="row">
          <input
            type="search"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
            aria-label="Search what was said"
            placeholder="Search what was said"
          />
          {wanted.trim() !== '' && <output>{plural(found.length, 'passage')}</output>}
        </p>
      )}
      <ol ref={list}>
        {found.map((passage, index) => (
          <li key={`${passage.speaker} ${passage.start} ${index}`} class={passage.speaker}>
            {passage.speaker !== found[index - 1]?.speaker && names[passage.speaker] !== undefined && (
              <span class="small soft">{names[passage.speaker]}</span>
            )}
            <Spoken passage={passage} isCurrent={passage === current} play={play} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface SpokenProps extends Pick<PassagesProps, 'play'> {
  passage: Passage;
  isCurrent: boolean;
}

function Spoken({ passage: { start, text }, isCurrent, play }: SpokenProps): VNode {
  const words = (
    <>
      <span class="small soft">{formatSeconds(start)}</span>
      <span dir="auto">{text}</span>
    </>
  );
  if (play === undefined) return <div class="passage">{words}</div>;
  return (
    <button
      type="button"
      class="passage"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => play(start)}
    >
      {words}
    </button>
  );
}

/** Returns the passage that is spoken at a time, or was spoken last. */
function passageAt(passages: readonly Passage[], time: number): Passage | undefined {
  return passages.findLast(({ start }) => start <= time);
}

/** Scrolls the list alone to what is spoken: whoever writes a note below meanwhile stays there. */
function showIn(list: HTMLElement | null): void {
  const spoken = list?.querySelector('[aria-current]') ?? null;
  if (list === null || spoken === null) return;
  const [box, own] = [list.getBoundingClientRect(), spoken.getBoundingClientRect()];
  list.scrollTop += Math.min(0, own.top - box.top) + Math.max(0, own.bottom - box.bottom);
}

/** Returns the names of those who speak: the customer's, and that of whoever answered. */
function useSpeakers(call: Call): Record<Passage['speaker'], string | undefined> {
  const { data: people = [] } = usePeople();
  const by = call.direction === 'outbound' ? call.placed_by : call.answered_by;
  const person = people.find(({ user_id: id }) => id === by?.user_id);
  return { caller: callerName(call), agent: person?.name ?? 'Your team', unknown: undefined };
}
