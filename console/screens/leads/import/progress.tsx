/** The progress and the result of an import, which continues when the dialog is closed. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { companyPath } from '../../../api/company.ts';
import { Failure, Notice } from '../../../components/notice.tsx';
import { formatCount, plural } from '../../../components/text/values.tsx';
import { close } from '../../../address/router.ts';
import { changed, useResource } from '../../../api/resource.ts';
import { type Import, Outcome } from './outcome.tsx';

const LOOK_AGAIN_MS = 1_000;

export function Progress({ started }: { started: Import }): VNode {
  const path = companyPath(`/leads/import/${started.import_id}?status=failed`);
  const shown = useResource<Import>(started.status === 'done' ? undefined : path);
  const { data: current = started, resource, failure } = shown;
  const isDone = current.status === 'done';
  useEffect(() => {
    changed(companyPath('/smart_views/'), companyPath('/leads/search'));
    if (isDone) return undefined;
    const timer = setInterval(() => void resource?.refresh(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isDone, resource]);
  return (
    <>
      {failure !== undefined && <Failure error={failure} retry={() => void resource?.refresh()} />}
      {isDone ? (
        <Notice kind="good">Done: {plural(current.created + current.updated, 'row')} imported.</Notice>
      ) : (
        <label class="progress">
          {formatCount(current.processed)} of {plural(current.count, 'row')}
          <progress value={current.processed} max={current.count} />
        </label>
      )}
      <Outcome result={current} />
      <div class="dialog-foot">
        <button type="button" class="button primary" onClick={() => close(['over'])}>
          {isDone ? 'Close' : 'Continue in the background'}
        </button>
      </div>
    </>
  );
}
