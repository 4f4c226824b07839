/** Merges two leads: find the other lead, compare both, choose values, check the result, merge. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../../../api/api.ts';
import { companyPath } from '../../../../api/company.ts';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { Form, Submit } from '../../../../forms/fields.tsx';
import { Waiting } from '../../../../components/notice.tsx';
import { Read } from '../../../../components/read.tsx';
import { useSaving } from '../../../../forms/saving.ts';
import { formatPhone } from '../../../../components/text/values.tsx';
import { close, go, place, withQuery } from '../../../../address/router.ts';
import { useResource } from '../../../../api/resource.ts';
import { type Hit, nameOf } from '../../lead.ts';
import { leadPath, type MergeChoice, mergeLeads } from '../lead-actions.ts';
import type { Lead } from '../lead.ts';
import { MergeTable, type MergePreview, type Winner } from './merge-table.tsx';

const LEAST_CHARACTERS = 3;
/** People keep all their numbers and addresses, unless somebody chooses otherwise. */
const BOTH: Readonly<Record<string, Winner>> = { phones: 'both', emails: 'both' };

export function Merge({ lead }: { lead: Lead }): VNode {
  const other = place.value.query.get('with');
  const leave = (): void => close(['over', 'with', 'lead']);
  return (
    <Dialog title={`Merge with ${nameOf(lead)}`} size="wide" onClose={leave}>
      {other === null ? <FindOther lead={lead} /> : <Compare lead={lead} otherId={other} leave={leave} />}
    </Dialog>
  );
}

function FindOther({ lead }: { lead: Lead }): VNode {
  const [text, setText] = useState('');
  // Suggests leads with the same name first.
  const q = text.trim() === '' ? (lead.name ?? '') : text;
  const path = companyPath(`/leads/search?${new URLSearchParams({ q, limit: '20' })}`);
  const shown = useResource<Hit[]>(q.trim().length >= LEAST_CHARACTERS ? path : undefined);
  return (
    <>
      <p class="soft">Find the lead to merge into {nameOf(lead)}. A merge can be undone for 90 days.</p>
      <div class="field">
        <label htmlFor="merge-search">Find the other lead</label>
        <input
          id="merge-search"
          type="search"
          placeholder={lead.name ?? 'Name, phone, e-mail'}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {shown.resource !== undefined && (
        <Read shown={shown} waiting="Searching">
          {(hits) => <Others hits={hits.filter((hit) => hit.lead_id !== lead.lead_id)} text={q} />}
        </Read>
      )}
    </>
  );
}

function Others({ hits, text }: { hits: readonly Hit[]; text: string }): VNode {
  if (hits.length === 0) return <p class="soft">No other lead has “{text}”.</p>;
  return (
    <ul class="others">
      {hits.map((hit) => (
        <li key={hit.lead_id}>
          <a href={withQuery({ with: hit.lead_id })}>
            <b>{hit.name ?? hit.email ?? hit.phone}</b>
            <span class="soft">{hit.phone && formatPhone(hit.phone)}</span>
            <span class="soft">{hit.email}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface CompareProps {
  lead: Lead;
  otherId: string;
  leave: () => void;
}

function Compare({ lead, otherId, leave }: CompareProps): VNode {
  const other = useResource<Lead>(leadPath(otherId));
  const [winners, setWinners] = useState<Record<string, Winner>>(BOTH);
  const choice = choiceOf(otherId, winners);
  const { preview, refusal } = usePreview(lead.lead_id, choice);
  const { error = refusal, save } = useSaving(async () => {
    await mergeLeads(lead.lead_id, choice);
    leave();
  });
  return (
    <Form
      name="merge"
      error={error}
      state={{ value: winners, set: (kept) => setWinners(kept as typeof winners) }}
      onSubmit={() => save()}
    >
      {preview === undefined || other.data === undefined ? (
        error === undefined && <Waiting />
      ) : (
        <MergeTable
          lead={lead}
          other={other.data}
          preview={preview}
          winners={winners}
          choose={(field, winner) => setWinners({ ...winners, [field]: winner })}
        />
      )}
      <div class="dialog-foot">
        <button
          type="button"
          class="button"
          onClick={() => go(withQuery({ with: undefined }), { replace: true })}
        >
          Choose another lead
        </button>
        <Submit disabled={preview === undefined}>Merge leads</Submit>
      </div>
    </Form>
  );
}

/** Reads the preview of the merge again after each choice. */
function usePreview(
  leadId: string,
  choice: MergeChoice,
): { preview: MergePreview | undefined; refusal: unknown } {
  const [state, setState] = useState<{ preview: MergePreview | undefined; refusal: unknown }>({
    preview: undefined,
    refusal: undefined,
  });
  const chosen = JSON.stringify(choice);
  useEffect(() => {
    const abort = new AbortController();
    const body = JSON.parse(chosen) as MergeChoice;
    ask<MergePreview>(leadPath(leadId, '/merge?dry_run=true'), {
      method: 'POST',
      body,
      signal: abort.signal,
    }).then(
      (answer) => setState({ preview: answer.body, refusal: undefined }),
      (refusal: unknown) => (abort.signal.aborted ? undefined : setState({ preview: undefined, refusal })),
    );
    return () => abort.abort();
  }, [leadId, chosen]);
  return state;
}

function choiceOf(otherId: string, winners: Record<string, Winner>): MergeChoice {
  const fieldsOf = (winner: Winner): string[] =>
    Object.entries(winners)
      .filter(([, chosen]) => chosen === winner)
      .map(([field]) => field);
  return { with: otherId, retain_fields: fieldsOf('secondary'), merge_fields: fieldsOf('both') };
}
