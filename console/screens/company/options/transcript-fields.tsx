/** The options for what is said as text, with what it costs. */
import type { VNode } from 'preact';
import type { SpeechBody } from '../../../../worker/core/phone/transcripts/reference.ts';
import { companyPath } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { Read } from '../../../components/read.tsx';
import { plural } from '../../../components/text/values.tsx';
import { Options, SelectField, TextField } from '../../../forms/fields.tsx';
import type { Transcripts } from './transcripts.ts';

/** Languages that people choose most. An engine finds out any other one by itself. */
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv'];

export function TranscriptFields({ options }: { options: Transcripts }): VNode {
  const shown = useResource<SpeechBody>(companyPath('/calls/transcripts/usage'));
  return <Read shown={shown}>{(speech) => <Fields options={options} speech={speech} />}</Read>;
}

function Fields({ options, speech }: { options: Transcripts; speech: SpeechBody }): VNode {
  if (speech.engine === null && options.transcripts === 'off') {
    return (
      <p class="soft">
        Voicemails and calls can be shown as text once the operator of this deployment has set up an engine
        for speech.
      </p>
    );
  }
  const { transcript_language: language } = options;
  const known = language === null || LANGUAGES.includes(language) ? LANGUAGES : [language, ...LANGUAGES];
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return (
    <>
      <SelectField
        label="Show as text"
        name="/transcripts"
        defaultValue={options.transcripts}
        hint="Card and identity numbers are left out before anything is kept. Both sides of a recorded call count as minutes."
      >
        <option value="off">Nothing</option>
        <option value="voicemails">Voicemails</option>
        <option value="all">Voicemails and recorded calls</option>
      </SelectField>
      <SelectField label="Language of callers" name="/transcript_language" defaultValue={language ?? ''}>
        <option value="">Found out for each recording</option>
        <Options of={known.map((code) => [code, names.of(code) ?? code])} />
      </SelectField>
      <TextField
        label="Minutes a month at most"
        name="/transcript_minutes"
        defaultValue={String(options.transcript_minutes)}
        hint={costText(speech)}
        inputMode="numeric"
        autocomplete="off"
      />
    </>
  );
}

/** Says what the months have cost, and what a minute costs. */
function costText({ engine, price_per_minute: price, months }: SpeechBody): string {
  if (engine === null) return 'The operator of this deployment has no engine for speech any more.';
  const [latest] = months;
  const used =
    latest === undefined
      ? 'None were used so far'
      : `${plural(Math.ceil(latest.minutes), 'minute')} in ${latest.month}${latest.cost === null ? '' : `, ${dollars(latest.cost)}`}`;
  return `${used}. ${price === null ? 'The operator has not said what a minute costs' : `A minute costs ${dollars(price)}`}.`;
}

/** Writes an amount that may be less than a cent. */
function dollars(amount: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 2,
  }).format(amount);
}
