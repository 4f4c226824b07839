/** The setup: a checklist that checks itself. Each step shows its proof or the form to complete it. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { doneSteps, SETUP_STEPS, type SetupStep } from '../../../worker/dni/pure/setup-steps.ts';
import { Icon } from '../../components/icon.tsx';
import { useHomeCountry } from '../../forms/phone/home-country.ts';
import { Notice, Waiting } from '../../components/notice.tsx';
import { later } from '../../components/parts/lazy.tsx';
import { Read } from '../../components/read.tsx';
import { pathTo, place } from '../../address/router.ts';
import { isSetUp, noteSetup, type SetupFacts, setupPath } from '../../api/setup.ts';
import { DraftBar } from '../draft/draft-bar.tsx';
import type { SilentNumbers } from '../../../worker/core/phone/ringing/answer-schema.ts';
import { plural } from '../../components/text/values.tsx';
import { Silent, silentPath } from '../phone/silent-notice.tsx';
import { AstrayNotice, useAstray } from '../numbers/bought/astray-notice.tsx';
import { useSettings } from '../draft/draft.ts';
import { EditDialog } from '../numbers/edit-dialog.tsx';
import { useFresh } from '../site/site-api.ts';
import { DefaultNumberStep } from './default-number-step.tsx';
import { LocationStep, NumberStep, SourceStep } from './number-steps.tsx';
import type { StepProps } from './step.ts';

const CarrierForm = later(async () => (await import('../phone/accounts/account-form.tsx')).CarrierForm);
const CallStep = later(async () => (await import('./call-step.tsx')).CallStep);
const SiteStep = later(async () => (await import('./site-step.tsx')).SiteStep);
const Review = later(async () => (await import('../draft/review/review.tsx')).Review);

const STEPS: Readonly<Record<SetupStep, { title: string; Step: (props: StepProps) => VNode }>> = {
  default_number: { title: 'Your number and your site', Step: DefaultNumberStep },
  locations: { title: 'Locations', Step: LocationStep },
  sources: { title: 'Sources', Step: SourceStep },
  numbers: { title: 'Tracking numbers', Step: NumberStep },
  tag: { title: 'The tag on your site', Step: SiteStep },
  call: { title: 'The first call', Step: CallStep },
};

export function SetupScreen(): VNode {
  const settings = useSettings();
  const country = useHomeCountry();
  const { company } = place.value;
  const shown = useFresh<SetupFacts>(setupPath(), true);
  const { data: facts } = shown;
  useEffect(() => {
    if (facts !== undefined) noteSetup(company, facts);
  }, [company, facts]);
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Setup</h1>
        {(settings.base !== undefined || settings.published.default_number !== '') && (
          <DraftBar settings={settings} />
        )}
      </div>
      <Read shown={shown}>
        {(known) => (country === undefined ? <Waiting /> : <Steps facts={known} settings={settings} />)}
      </Read>
      {place.value.over === 'review' && <Review settings={settings} />}
      {country !== undefined && <EditDialog />}
      {place.value.over === 'carrier' && <CarrierForm />}
    </>
  );
}

function Steps({ facts, settings }: StepProps): VNode {
  const done = doneSteps({
    settingsVersion: facts.settings_version,
    locations: facts.locations,
    sources: settings.published.sources.length,
    numbers: facts.numbers,
    isSeen: facts.last_seen !== null,
    hasCall: facts.first_call !== null,
  });
  return (
    <>
      <AstrayNotice />
      {facts.configuration.map(({ variable, detail }) => (
        <Notice key={variable} kind="warning">
          The deployment’s variable {variable} is ignored. {detail} Ask the operator of Leadline to fix it.
        </Notice>
      ))}
      {!isSetUp(facts) && (
        <p class="soft">
          <output>
            {done.length} of {SETUP_STEPS.length} steps done. This page updates by itself.
          </output>
        </p>
      )}
      {facts.numbers > 0 && <LastWord isDone={isSetUp(facts)} />}
      <ol class="steps">
        {SETUP_STEPS.map((step, index) => {
          const { title, Step } = STEPS[step];
          return (
            <StepCard key={step} title={title} number={index + 1} isDone={done.includes(step)}>
              <Step facts={facts} settings={settings} />
            </StepCard>
          );
        })}
      </ol>
    </>
  );
}

/** Says which numbers ring nobody, and that everything works only if all ring somebody and send their calls here. */
function LastWord({ isDone }: { isDone: boolean }): VNode | null {
  const { data: found } = useFresh<SilentNumbers>(silentPath(), true);
  const { data: astray } = useAstray();
  if (found === undefined) return null;
  if (found.silent.length > 0 || !isDone) return <Silent found={found} />;
  if (astray?.numbers.length !== 0) return null;
  return (
    <Notice kind="good">
      Everything works: visitors see their numbers, {plural(found.numbers, 'number rings', 'numbers ring')},
      and calls become leads. <a href={pathTo('leads')}>Go to the leads</a>
    </Notice>
  );
}

function StepCard({
  title,
  number,
  isDone,
  children,
}: {
  title: string;
  number: number;
  isDone: boolean;
  children: ComponentChildren;
}): VNode {
  return (
    <li class={`card padded step ${isDone ? 'done' : ''}`}>
      <span class="step-mark" aria-hidden="true">
        {isDone ? <Icon name="check" /> : number}
      </span>
      <div class="step-body">
        <h2>
          {title} <span class="unseen">{isDone ? '(done)' : '(to do)'}</span>
        </h2>
        {children}
      </div>
    </li>
  );
}
