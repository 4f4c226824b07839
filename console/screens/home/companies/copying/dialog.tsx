/** Copies settings from one company to others: a choice, a review of each company, and what has become of it. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CopyResultBody } from '../../../../../worker/core/reports/agency/copying/reference.ts';
import { ask } from '../../../../api/api.ts';
import { changed } from '../../../../api/resource.ts';
import { close } from '../../../../address/router.ts';
import { Failure, Notice, Waiting } from '../../../../components/notice.tsx';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { plural } from '../../../../components/text/values.tsx';
import { useSaving } from '../../../../forms/saving.ts';
import { useOwnedCompanies } from '../owned.ts';
import { Choice, type Chosen } from './choice.tsx';
import { Review } from './review.tsx';

const leave = (): void => close(['over']);
const companiesIn = (count: number): string => plural(count, 'company', 'companies');

export function CopySettings(): VNode {
  const companies = useOwnedCompanies();
  return (
    <Dialog title="Copy settings" size="wide" onClose={leave}>
      {companies === undefined ? (
        <Waiting />
      ) : companies.length < 2 ? (
        <Notice kind="info">
          Settings are copied between companies of which you are a super admin. You need two.
        </Notice>
      ) : (
        <Steps companies={companies} />
      )}
    </Dialog>
  );
}

function Steps({ companies }: { companies: NonNullable<ReturnType<typeof useOwnedCompanies>> }): VNode {
  const [chosen, setChosen] = useState<Chosen>();
  const [results, setResults] = useState<readonly CopyResultBody[]>();
  const review = useSaving(async (choice: Chosen) => {
    setChosen(choice);
    setResults(
      await copy(
        choice,
        choice.to.map((company_id) => ({ company_id })),
        true,
      ),
    );
  });
  if (chosen === undefined || results === undefined) {
    return (
      <Choice
        companies={companies}
        chosen={chosen}
        error={review.error}
        isBusy={review.isBusy}
        onChosen={review.save}
      />
    );
  }
  const source = companies.find(({ company_id: id }) => id === chosen.from)?.name ?? '';
  return <Reviewed chosen={chosen} source={source} first={results} onBack={() => setResults(undefined)} />;
}

/** What a button does: a review, or a copy as it was reviewed. */
interface Press {
  wanted: readonly CopyResultBody[];
  isReview: boolean;
}

interface ReviewedProps {
  chosen: Chosen;
  source: string;
  first: readonly CopyResultBody[];
  onBack: () => void;
}

function Reviewed({ chosen, source, first, onBack }: ReviewedProps): VNode {
  const [results, setResults] = useState(first);
  const [isDone, setDone] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), [isDone]);
  const ready = results.filter(({ status }) => status === 'reviewed');
  const failed = results.filter(({ status }) => status === 'refused' || status === 'no_answer');
  // Those that refused are reviewed again first: what would change there is no longer what was seen.
  const press: Press =
    ready.length > 0 ? { wanted: ready, isReview: false } : { wanted: failed, isReview: true };
  const { error, isBusy, save } = useSaving(async ({ wanted, isReview }: Press) => {
    const to = wanted.map(({ company_id, reviewed }) => ({
      company_id,
      ...(isReview || reviewed === null ? {} : { reviewed }),
    }));
    const answers = await copy(chosen, to, isReview);
    setResults(
      results.map((former) => {
        const answer = answers.find(({ company_id: id }) => id === former.company_id) ?? former;
        return { ...answer, name: answer.name ?? former.name };
      }),
    );
    if (isReview) return;
    setDone(true);
    changed('/me/companies/overview');
  });
  return (
    <div class="copying" aria-busy={isBusy}>
      <p ref={text} tabIndex={-1}>
        {headOf(results, isDone, source)}
      </p>
      {error !== undefined && <Failure error={error} retry={() => save(press)} />}
      <Review results={results} />
      <div class="dialog-foot">
        {!isDone && (
          <button type="button" class="button" disabled={isBusy} onClick={onBack}>
            Back
          </button>
        )}
        <Actions ready={ready} failed={failed} isBusy={isBusy} press={save} />
      </div>
    </div>
  );
}

function headOf(results: readonly CopyResultBody[], isDone: boolean, source: string): string {
  const isReviewed = results.some(({ status }) => status === 'reviewed');
  if (isDone && isReviewed) return `This is what copying from ${source} would change where it is still open.`;
  if (!isDone) return `This is what copying from ${source} would change. Nothing has been changed yet.`;
  const isCopied = results.some(({ status }) => status === 'copied');
  return isCopied ? `Copied from ${source}.` : 'Nothing was copied.';
}

function Actions({
  ready,
  failed,
  isBusy,
  press,
}: {
  ready: readonly CopyResultBody[];
  failed: readonly CopyResultBody[];
  isBusy: boolean;
  press: (pressed: Press) => void;
}): VNode {
  return (
    <>
      {failed.length > 0 && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => press({ wanted: failed, isReview: true })}
        >
          Try again with {companiesIn(failed.length)}
        </button>
      )}
      {ready.length > 0 ? (
        <button
          type="button"
          class="button primary"
          disabled={isBusy}
          onClick={() => press({ wanted: ready, isReview: false })}
        >
          Copy to {companiesIn(ready.length)}
        </button>
      ) : (
        <button type="button" class="button primary" onClick={leave}>
          Done
        </button>
      )}
    </>
  );
}

async function copy(
  { from, sections }: Chosen,
  to: readonly object[],
  isReview: boolean,
): Promise<CopyResultBody[]> {
  const path = `/me/companies/${from}/copy_settings${isReview ? '?dry_run=true' : ''}`;
  return (await ask<CopyResultBody[]>(path, { method: 'POST', body: { sections, to } })).body;
}
