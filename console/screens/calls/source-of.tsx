/** Shows the source of a call or text, and its campaign with the confidence. */
import type { VNode } from 'preact';
import { channelName } from '../../../worker/dni/pure/channels.ts';
import { type Call, campaignText } from './call.ts';

/** Returns the source of the visit, else that of the number. Filters, files and reports take the same. */
export function sourceOf({ visit, source }: Pick<Call, 'source' | 'visit'>): string | null {
  return visit?.source ?? source;
}

export function SourceOf({ item }: { item: Pick<Call, 'source' | 'visit' | 'attribution'> }): VNode {
  const source = sourceOf(item);
  const campaign = campaignText(item);
  return (
    <>
      {source && <span class="chip">{channelName(source)}</span>}
      {campaign && (
        <span class="campaign" title={campaign}>
          {campaign}
        </span>
      )}
    </>
  );
}
