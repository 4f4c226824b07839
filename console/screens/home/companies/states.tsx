/** How far the set-up of a company is, and whether its script works. */
import type { VNode } from 'preact';
import type { CompanyOverviewBody } from '../../../../worker/core/reports/overview/reference.ts';
import { StatusChip } from '../../../components/text/status-chip.tsx';
import { When } from '../../../components/text/values.tsx';
import { CompanyLink } from './company-link.tsx';
import type { Figures } from './trend.tsx';

/** A site that has visitors requests its numbers every day; the Worker counts a silence of three days as trouble. */
const SILENT_MS = 3 * 24 * 60 * 60_000;

export function SetupState({
  id,
  figures: { setup_done: done, setup_steps: steps },
  role,
}: {
  id: string;
  figures: Figures;
  role: CompanyOverviewBody['role_id'];
}): VNode {
  if (done >= steps) return <StatusChip kind="good" label="Done" />;
  const text = `${done} of ${steps} steps`;
  return role === 'superadmin' ? (
    <CompanyLink id={id} at={`/console/${id}/setup`} text={text} />
  ) : (
    <>{text}</>
  );
}

export function TagState({ figures: { seen_time: time } }: { figures: Figures }): VNode {
  if (time === null) return <StatusChip kind="off" label="Never seen" />;
  const isSilent = Date.now() - Date.parse(time) > SILENT_MS;
  return (
    <>
      <StatusChip kind={isSilent ? 'bad' : 'good'} label={isSilent ? 'Silent' : 'Works'} />
      <small class="soft">
        seen <When time={time} />
      </small>
    </>
  );
}
