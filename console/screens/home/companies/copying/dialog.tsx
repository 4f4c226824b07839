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
  const { error, isBusy, save } = useSaving(async (wanted: readonly CopyResultBody[]) => {
    const { answers, isReview } = await copyReviewed(chosen, wanted);
    setResults(
      results.map((former) => {
        const answer = answers.find(({ company_id: id }) => id === former.company_id) ?? former;
        return { ...answer, name: answer.name ?? former.name, reviewed: answer.reviewed ?? former.reviewed };
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
      {error !== undefined && <Failure error={error} retry={() => save(ready.length > 0 ? ready : failed)} />}
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
  press: (wanted: readonly CopyResultBody[]) => void;
}): VNode {
  return (
    <>
      {failed.length > 0 && (
        <button type="button" class="button" disabled={isBusy} onClick={() => press(failed)}>
          Try again with {companiesIn(failed.length)}
        </button>
      )}
      {ready.length > 0 ? (
        <button type="button" class="button primary" disabled={isBusy} onClick={() => press(ready)}>
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

/** Copies to companies as they were reviewed. If none of them was, reviews them. */
async function copyReviewed(
  chosen: Chosen,
  wanted: readonly CopyResultBody[],
): Promise<{ answers: CopyResultBody[]; isReview: boolean }> {
  const reviewed = wanted.flatMap(({ company_id, reviewed: tag }) =>
    tag === null ? [] : [{ company_id, reviewed: tag }],
  );
  const isReview = reviewed.length === 0;
  const to = isReview ? wanted.map(({ company_id }) => ({ company_id })) : reviewed;
  return { answers: await copy(chosen, to, isReview), isReview };
}

async function copy(
  { from, sections }: Chosen,
  to: readonly object[],
  isReview: boolean,
): Promise<CopyResultBody[]> {
  const path = `/me/companies/${from}/copy_settings${isReview ? '?dry_run=true' : ''}`;
  return (await ask<CopyResultBody[]>(path, { method: 'POST', body: { sections, to } })).body;
}
