/** Which rules have marked a call, and where their words stand in it. */
import type { VNode } from 'preact';
import type { RuleEffectBody } from '../../../../worker/core/phone/transcripts/contact-rules/reference.ts';
import { companyPath } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { type Call, formatSeconds } from '../call.ts';

const SET_NAMES: Readonly<Record<RuleEffectBody['sets'][number], string>> = {
  value: 'Value set',
  lead_status: 'Rating set',
  assign: 'Lead assigned',
  state: 'Lead moved',
  notify: 'Told',
};

interface RuleEffectsProps {
  call: Call;
  /** Plays from a time; absent if there is no player beside it. */
  play?: ((seconds: number) => void) | undefined;
}

/** Says what rules have set on a call. A press on the words plays them. */
export function RuleEffects({ call, play }: RuleEffectsProps): VNode | null {
  const { call_id: callId, tags, value, lead_status: status } = call;
  const isMarked = tags.length > 0 || value !== null || status !== null;
  const { data = [] } = useResource<RuleEffectBody[]>(
    isMarked ? companyPath(`/calls/${callId}/rule_effects`) : undefined,
  );
  if (data.length === 0) return null;
  return (
    <ul class="rule-effects small soft">
      {data.map((effect) => (
        <li key={effect.rule_id}>
          {effectText(effect)} by the rule “{effect.name}”
          <Place effect={effect} play={play} />
        </li>
      ))}
    </ul>
  );
}

function Place({
  effect: { words, second },
  play,
}: Pick<RuleEffectsProps, 'play'> & { effect: RuleEffectBody }): VNode | null {
  if (words === null || second === null) return null;
  const text = `“${words}” at ${formatSeconds(second)}`;
  return (
    <>
      {': '}
      {play === undefined ? (
        text
      ) : (
        <button type="button" class="link" onClick={() => play(second)}>
          {text}
        </button>
      )}
    </>
  );
}

function effectText({ tags, sets }: RuleEffectBody): string {
  const parts = [
    ...(tags.length > 0 ? [`Tagged ${tags.map((tag) => `“${tag}”`).join(', ')}`] : []),
    ...sets.map((name) => SET_NAMES[name]),
  ];
  return parts.join(', ');
}
