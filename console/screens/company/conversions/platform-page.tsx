/** An ad platform: its settings, the file that it fetches, and how it has done. */
import type { VNode } from 'preact';
import type { Answer } from '../../../api/api.ts';
import { useResource } from '../../../api/resource.ts';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { CopyButton } from '../../../components/over/code.tsx';
import { Fact } from '../../../components/text/fact.tsx';
import { formatCount, formatDay } from '../../../components/text/values.tsx';
import { Read } from '../../../components/read.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { pathTo } from '../../../address/router.ts';
import type { HealthBody, PreviewBody } from '../../../../worker/core/conversions/answer-schema.ts';
import type { Platform, PlatformHealth, Rule } from './conversion.ts';
import { conversionsPath, testPlatform } from './conversion-actions.ts';
import { PlatformForm } from './platform-form.tsx';
import { countsText, LastAccepted, LastAttempt, PlatformState } from './platform-state.tsx';

export function PlatformPage({ platform }: { platform: string }): VNode {
  const shown = useResource<Platform>(conversionsPath(`/platforms/${platform}`));
  const { data } = useResource<HealthBody>(conversionsPath('/health'));
  const health = data?.platforms.find((each) => each.platform === platform);
  return (
    <Read shown={shown}>{() => shown.answer && <PlatformParts answer={shown.answer} health={health} />}</Read>
  );
}

interface PlatformPartsProps {
  answer: Answer<Platform>;
  health: PlatformHealth | undefined;
}

function PlatformParts({ answer, health }: PlatformPartsProps): VNode {
  const { body: platform } = answer;
  return (
    <>
      <div class="webhook-head">
        <div class="grow">
          <h2>{platform.label}</h2>
          <p class="row">
            <PlatformState platform={platform} health={health} />
            <span class="soft">
              {platform.door === 'file' ? 'Fetches a file from us' : 'Conversions are sent to it'}
            </span>
          </p>
        </div>
        {platform.door === 'sent' && <TestButton platform={platform.platform} />}
        <a class="button" href={`${pathTo('company', 'conversions', 'log')}?platform=${platform.platform}`}>
          Log
        </a>
      </div>
      {health !== undefined && <Health platform={platform} health={health} />}
      <ReportingRules platform={platform} />
      <div class="data platform-parts">
        <PlatformForm answer={answer} />
        {platform.file_path !== null && <FileAddress platform={platform} path={platform.file_path} />}
      </div>
    </>
  );
}

/** The rules that report to the platform, each with what it would have sent. */
function ReportingRules({ platform }: { platform: Platform }): VNode {
  const shown = useResource<Rule[]>(conversionsPath('/rules'));
  const { data: preview } = useResource<PreviewBody>(conversionsPath('/preview'));
  const home = pathTo('company', 'conversions');
  return (
    <section class="conversion-part" aria-labelledby="reporting-rules">
      <h3 id="reporting-rules">Rules that report here</h3>
      <Read shown={shown}>
        {(rules) => {
          const own = rules.filter(({ platforms }) => platforms.includes(platform.platform));
          if (own.length === 0) {
            return (
              <p class="soft">
                Nothing is reported without a rule. <a href={`${home}?over=rule`}>Add a rule</a>
              </p>
            );
          }
          return (
            <ul class="plain">
              {own.map((rule) => (
                <li key={rule.rule_id}>
                  <a href={`${home}?${new URLSearchParams({ over: 'rule', id: rule.rule_id })}`}>
                    {rule.name}
                  </a>{' '}
                  <span class="soft">
                    {rule.state === 'active'
                      ? summaryOf(preview, rule.rule_id, platform.platform)
                      : 'Paused: it reports nothing.'}
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Read>
    </section>
  );
}

function summaryOf(preview: PreviewBody | undefined, ruleId: string, platform: string): string {
  const rule = preview?.rules.find(({ rule_id: id }) => id === ruleId);
  const summary = rule?.platforms.find((each) => each.platform === platform)?.summary;
  return summary === undefined ? '' : `Last 30 days: ${summary}`;
}

function TestButton({ platform }: { platform: string }): VNode {
  const { error: _, isBusy, save: test } = useSaving(() => testPlatform(platform).catch(toastFailure));
  return (
    <button type="button" class="button" disabled={isBusy} onClick={() => test()}>
      Test the connection
    </button>
  );
}

function Health({ platform, health }: { platform: Platform; health: PlatformHealth }): VNode {
  return (
    <dl class="card webhook-facts">
      <Fact label="Conversions">{countsText(health) ?? 'Nothing in the last 30 days'}</Fact>
      <Fact label="Last accepted">
        <LastAccepted health={health} />
      </Fact>
      <Fact label={platform.door === 'file' ? 'Last fetched' : 'Last attempt'}>
        <LastAttempt health={health} />
      </Fact>
      {health.skipped.length > 0 && (
        <Fact label="Why not sent">
          <ul class="plain">
            {health.skipped.map(({ reason, count, share, words }) => (
              <li key={reason}>
                <a
                  href={`${pathTo('company', 'conversions', 'log')}?platform=${platform.platform}&reason=${reason}`}
                >
                  {formatCount(count)} {words}
                </a>{' '}
                <span class="soft">({Math.round(share * 100)}%)</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {platform.secret !== null && (
        <Fact label="Secret">
          {platform.secret_time === null ? 'Not set' : `Set on ${formatDay(platform.secret_time)}`}
        </Fact>
      )}
    </dl>
  );
}

/** The address that the platform fetches, and how to enter it there. */
function FileAddress({ platform: { label }, path }: { platform: Platform; path: string }): VNode {
  const address = `${location.origin}${path}`;
  return (
    <section class="card part" aria-labelledby="file">
      <h2 id="file">The file to fetch</h2>
      <p>Enter this address where {label.replace(/ \(.*/, '')} schedules uploads from HTTPS, once a day:</p>
      <Address label="Address of the file" address={address} />
      {path.includes('google') && (
        <>
          <p>For Google’s Data Manager, which expects column names in the first line:</p>
          <Address label="Address for Data Manager" address={`${address}?format=data-manager`} />
        </>
      )}
      <p class="soft">
        Enter any user name. As the password, enter an <a href={pathTo('people', 'keys')}>API key</a> with the
        scope “conversions”. You can open the address yourself: conversions count as sent only when they are
        fetched with a key.
      </p>
    </section>
  );
}

function Address({ label, address }: { label: string; address: string }): VNode {
  return (
    <div class="row file-address">
      <code class="grow address" aria-label={label}>
        {address}
      </code>
      <CopyButton text={address} class="slim" />
    </div>
  );
}
