/** Tries a rule on the last 30 days while somebody edits it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RulePreviewBody } from '../../../../worker/core/phone/transcripts/contact-rules/reference.ts';
import { pathTo } from '../../../address/router.ts';
import { ask, messageOf } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { formatMoment, plural } from '../../../components/text/values.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { useLatest } from '../../../forms/saving.ts';
import { formatSeconds } from '../../calls/call.ts';
import { type Rule, ruleFrom } from './rule.ts';

/** A button that tries the rule as it stands in the form, and the calls that it would have marked. */
export function RuleTrial({ rule }: { rule: Rule | undefined }): VNode {
  const [found, setFound] = useState<RulePreviewBody>();
  const {
    error,
    isBusy,
    save: run,
  } = useLatest(async (form: HTMLFormElement) => {
    const { when } = ruleFrom(valuesOf(form), rule);
    const path = companyPath('/contact_rules/preview');
    setFound((await ask<RulePreviewBody>(path, { method: 'POST', body: { when } })).body);
  });
  return (
    <section class="draft-preview" aria-label="Trial">
      <p>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={({ currentTarget: { form } }) => form && run(form)}
        >
          Try on the last 30 days
        </button>
      </p>
      <div aria-live="polite">
        {isBusy && <p class="soft">Reading the calls…</p>}
        {!isBusy && error !== undefined && <p class="fault">{messageOf(error)}</p>}
        {!isBusy && error === undefined && found !== undefined && <Found found={found} />}
      </div>
    </section>
  );
}

function Found({ found }: { found: RulePreviewBody }): VNode {
  const {
    match_count: matches,
    call_count: calls,
    transcript_count: transcripts,
    is_complete: isComplete,
  } = found;
  return (
    <>
      <p>
        It would have marked {matches} of {plural(calls, 'call')}
        {transcripts > 0 && `, in ${transcripts} of which words were read`}.
        {!isComplete && ' There were more calls than a trial looks at.'}
      </p>
      <ul class="newest">
        {found.newest.map(({ call_id: id, time, words, second }) => (
          <li key={id}>
            <a href={`${pathTo('calls', 'list')}?over=call&id=${id}`} target="_blank" rel="noreferrer">
              {formatMoment(time)}
            </a>
            {words !== null && second !== null && ` “${words}” at ${formatSeconds(second)}`}
          </li>
        ))}
      </ul>
    </>
  );
}
