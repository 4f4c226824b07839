/** Actions on rules and platforms. Each shows a toast. */
import { type Answer, ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { changed, resource } from '../../../api/resource.ts';
import { toast } from '../../../components/over/toasts.tsx';
import type { PreviewBody, TestBody } from '../../../../worker/core/conversions/answer-schema.ts';
import type { Platform, Rule, RuleInput } from './conversion.ts';

/** The members of a rule that can be changed. */
export type RuleChange = Partial<RuleInput> & { state?: Rule['state']; restate?: boolean };

/** The settings of a platform; without `secret` the one before stays, null removes it. */
type PlatformChange = Pick<Platform, 'enabled' | 'settings'> & { secret: string | null | undefined };

/** `/companies/<uuid>/conversions` and what follows. */
export function conversionsPath(rest = ''): string {
  return companyPath(`/conversions${rest}`);
}

export async function createRule(rule: RuleInput): Promise<void> {
  await write('/rules', { method: 'POST', body: rule });
  toast('Rule added. It reports what happens from now on.');
}

/** Changes a rule over the version that was read. @throws Refusal 412 when there is a newer one */
export async function changeRule(
  { body: { rule_id: id }, etag }: Pick<Answer<Rule>, 'etag'> & { body: Pick<Rule, 'rule_id'> },
  change: RuleChange,
  done = 'Saved.',
): Promise<Answer<Rule>> {
  const saved = await write<Rule>(`/rules/${id}/modify`, { method: 'POST', body: change, ifMatch: etag });
  toast(done);
  return saved;
}

export async function removeRule(ruleId: string): Promise<void> {
  await write(`/rules/${ruleId}/remove`, { method: 'POST', body: {} });
  toast('Rule removed.');
}

/** Saves the settings of a platform over the version that was read. @throws Refusal 412 when there is a newer one */
export async function savePlatform(
  { body: { platform }, etag }: Answer<Platform>,
  settings: PlatformChange,
): Promise<Answer<Platform>> {
  const path = `/platforms/${platform}`;
  const saved = await write<Platform>(path, { method: 'PUT', body: settings, ifMatch: etag });
  toast('Saved.');
  return saved;
}

/** Tries the connection to a platform, without reporting anything. @returns its answer in words */
export async function testPlatform(platform: string): Promise<void> {
  const path = `/platforms/${platform}/test`;
  const { is_ok: isOk, detail } = (await write<TestBody>(path, { method: 'POST', body: {} })).body;
  toast(isOk ? `The platform answered: ${detail}` : `The test failed. ${detail}`);
}

/** Reads the newest version of a rule or a platform. @param rest its path below `/conversions` */
export async function newest<Body>(rest: string): Promise<Answer<Body>> {
  const shown = resource<Body>(conversionsPath(rest));
  await shown.refresh();
  const { value: answer } = shown.answer;
  if (answer === undefined) throw shown.failure.value;
  return answer;
}

/** Asks what a rule that is not saved would have reported of the last 30 days. */
export async function previewDraft({
  when,
  value,
  platforms,
}: Omit<RuleInput, 'name'>): Promise<PreviewBody> {
  const draft = { when, value, platforms };
  return (await ask<PreviewBody>(conversionsPath('/preview'), { method: 'POST', body: draft })).body;
}

async function write<Body>(
  rest: string,
  options: { method: 'POST' | 'PUT'; body: object; ifMatch?: string | undefined },
): Promise<Answer<Body>> {
  try {
    return await ask<Body>(conversionsPath(rest), options);
  } finally {
    // Accepted or refused: there may be a newer version than the one shown.
    changed(conversionsPath());
  }
}
