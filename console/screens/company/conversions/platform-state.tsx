/** The state of a platform in words: on or off, waiting after a failure, and the conversions of the last 30 days. */
import type { VNode } from 'preact';
import { StatusChip } from '../../../components/text/status-chip.tsx';
import { formatCount, formatMoment, When } from '../../../components/text/values.tsx';
import type { Platform, PlatformHealth } from './conversion.ts';

interface PlatformStateProps {
  platform: Platform;
  health: PlatformHealth | undefined;
}

export function PlatformState({ platform, health }: PlatformStateProps): VNode {
  if (!platform.enabled) return <StatusChip kind="off" label="Off" />;
  const last = health?.last_attempt;
  const isFailing = last !== undefined && last !== null && !last.is_ok;
  return isFailing ? <StatusChip kind="bad" label="Failing" /> : <StatusChip kind="good" label="On" />;
}

/** Returns the conversions of the last 30 days: `41 accepted, 9 not sent`; undefined if there are none. */
export function countsText({ counts }: PlatformHealth): string | undefined {
  const { accepted, sent, waiting, refused, skipped } = counts;
  const parts = [
    [accepted, 'accepted'],
    [sent, 'sent'],
    [waiting, 'waiting'],
    [refused, 'refused'],
    [skipped, 'not sent'],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  return named.length === 0 ? undefined : `${named.join(', ')} in 30 days`;
}

export function LastAccepted({ health }: { health: PlatformHealth | undefined }): VNode {
  const time = health?.last_accepted ?? null;
  return time === null ? <>Nothing yet</> : <When time={time} />;
}

/** The last attempt, and until when a failing platform is left alone. */
export function LastAttempt({
  health: { last_attempt: last, resting_until: until },
}: {
  health: PlatformHealth;
}): VNode {
  if (last === null) return <>None yet</>;
  return (
    <>
      {last.is_ok ? 'Worked' : `Failed: ${last.detail ?? 'no answer'}`}, <When time={last.time} />
      {until !== null && `. Next try ${formatMoment(until)}`}
    </>
  );
}
