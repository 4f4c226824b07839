/** Shows the source of a call or text, and its campaign with the confidence. */
import type { VNode } from 'preact';
import { channelName } from '../../../worker/dni/pure/channels.ts';
import { type Call, campaignText } from './call.ts';

export function SourceOf({ item }: { item: Pick<Call, 'source' | 'visit' | 'attribution'> }): VNode {
  const source = item.visit?.source ?? item.source;
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
