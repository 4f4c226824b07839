/** What a rule would have reported of the last 30 days, per platform. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../api/api.ts';
import { pathTo } from '../../../address/router.ts';
import { amountText } from '../../../components/text/field-text.ts';
import type { PreviewBody, PreviewedPlatform } from '../../../../worker/core/conversions/answer-schema.ts';
import type { Platform, RuleInput } from './conversion.ts';
import { previewDraft } from './conversion-actions.ts';

/** The wait after a key before a draft is previewed. */
const PAUSE_MS = 400;

interface PreviewTextsProps {
  platforms: readonly Platform[];
  /** Undefined while it is not known, and for a paused rule. */
  previewed: readonly PreviewedPlatform[] | undefined;
}

export function PreviewTexts({ platforms, previewed = [] }: PreviewTextsProps): VNode {
  const labelOf = (name: string): string =>
    platforms.find(({ platform }) => platform === name)?.label ?? name;
  return (
    <>
      {previewed.map(({ platform, summary, values, is_enabled: isEnabled }) => (
        <span key={platform} class="under previewed">
          <b>{labelOf(platform)}</b>, last 30 days: {summary}
          {values.length > 0 && ` Together ${values.map(amountText).join(' and ')}.`}
          {!isEnabled && (
            <>
              {' '}
              <a href={pathTo('company', 'conversions', platform)}>Turn {labelOf(platform)} on</a> to send
              them.
            </>
          )}
        </span>
      ))}
    </>
  );
}

interface DraftPreviewProps {
  platforms: readonly Platform[];
  /** Undefined while it is incomplete. */
  draft: RuleInput | undefined;
}

/** Previews a rule while somebody edits it. The answer to an older draft is not shown. */
export function DraftPreview({ platforms, draft }: DraftPreviewProps): VNode {
  const [shown, setShown] = useState<{ preview?: PreviewBody; error?: unknown }>({});
  const key = JSON.stringify(draft && { ...draft, name: '' });
  useEffect(() => {
    if (draft === undefined) return setShown({});
    let isLatest = true;
    const timer = setTimeout(() => {
      previewDraft(draft).then(
        (preview) => isLatest && setShown({ preview }),
        (error: unknown) => isLatest && setShown({ error }),
      );
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [key]);
  const { preview, error } = shown;
  return (
    <section class="draft-preview" aria-label="Preview" aria-live="polite">
      {preview === undefined && error === undefined && (
        <p class="soft">
          {draft === undefined
            ? 'Choose a value and at least one platform to see what the rule would have reported.'
            : 'Counting the last 30 days…'}
        </p>
      )}
      {error !== undefined && <p class="soft">No preview: {messageOf(error)}</p>}
      {preview !== undefined && (
        <PreviewTexts platforms={platforms} previewed={preview.rules[0]?.platforms} />
      )}
      {preview?.is_complete === false && <p class="soft">Counted over the newest 20,000.</p>}
    </section>
  );
}
