/** The steps of locations and tracking numbers. New entries go into the draft, which the user reviews and publishes. */
import type { VNode } from 'preact';
import { plural } from '../../components/text/values.tsx';
import type { DialogName } from '../../address/dialogs.ts';
import { pathTo, withQuery } from '../../address/router.ts';
import { later } from '../../components/parts/lazy.tsx';
import type { DniSettings } from '../draft/dni-settings.ts';
import { channelName } from '../../../worker/dni/pure/channels.ts';
import { PresetButtons } from '../sources/preset-buttons.tsx';
import type { StepProps } from './step.ts';

const BoughtWays = later<{ settings: DniSettings }>(
  async () => (await import('./bought-ways.tsx')).BoughtWays,
);

const MAX_NAMES = 4;

export function LocationStep({ facts, settings: { published, settings } }: StepProps): VNode {
  const names = published.locations.map(({ name }) => name);
  const waiting = (settings?.locations.length ?? 0) - published.locations.length;
  return (
    <>
      {facts.locations > 0 ? (
        <p>
          {plural(facts.locations, 'location')}: {names.slice(0, MAX_NAMES).join(', ')}
          {names.length > MAX_NAMES && ` and ${names.length - MAX_NAMES} more`}.
        </p>
      ) : (
        <p class="soft">Each visitor sees the number of the closest location. One is enough to start.</p>
      )}
      <Waiting count={waiting} one="location" />
      <Ways list="locations" over="location" add="Add a location" />
    </>
  );
}

/** The step of the sources. Numbers are given to them in the next one. */
export function SourceStep({ settings: { published, settings } }: StepProps): VNode {
  const names = published.sources.map(({ name }) => channelName(name));
  const waiting = (settings?.sources.length ?? 0) - names.length;
  return (
    <>
      {names.length > 0 ? (
        <p>
          {plural(names.length, 'source')}: {names.slice(0, MAX_NAMES).join(', ')}
          {names.length > MAX_NAMES && ` and ${names.length - MAX_NAMES} more`}.
        </p>
      ) : (
        <p class="soft">
          Where your visitors come from. Each source can have its own numbers, so that you know which one made
          the phone ring.
        </p>
      )}
      <Waiting count={waiting} one="source" />
      <PresetButtons settings={settings ?? published}>
        <a class="button slim" href={withQuery({ over: 'source', key: undefined, of: undefined })}>
          Add another source
        </a>
        <a href={pathTo('numbers', 'sources')}>All sources</a>
      </PresetButtons>
    </>
  );
}

export function NumberStep({ facts, settings: { published, settings } }: StepProps): VNode {
  const waiting = (settings?.numbers.length ?? 0) - published.numbers.length;
  const sources = new Set(published.numbers.flatMap(({ source }) => source ?? [])).size;
  return (
    <>
      {facts.numbers > 0 ? (
        <p>
          {plural(facts.numbers, 'tracking number')}
          {sources > 0 && `, for ${plural(sources, 'source')} of visits`}.{' '}
          <a href={pathTo('preview')}>See which visitors get which number</a>
        </p>
      ) : (
        <p class="soft">
          The numbers that visitors see instead of yours: by location, by source, or by both.
        </p>
      )}
      <Waiting count={waiting} one="number" />
      <BoughtWays settings={settings ?? published} />
      <Ways list="numbers" over="number" add="Add a tracking number" />
    </>
  );
}

function Waiting({ count, one }: { count: number; one: string }): VNode | null {
  if (count <= 0) return null;
  return (
    <p>
      <b>{plural(count, one)} in the draft.</b>{' '}
      <a href={withQuery({ over: 'review', key: undefined, of: undefined })}>Review and publish</a> to show it
      to visitors.
    </p>
  );
}

function Ways({ list, over, add }: { list: 'locations' | 'numbers'; over: DialogName; add: string }): VNode {
  return (
    <div class="row">
      <a class="button" href={withQuery({ over, key: undefined, of: undefined })}>
        {add}
      </a>
      <a class="button" href={withQuery({ over: 'paste', of: list, key: undefined })}>
        Paste a list of {list}
      </a>
      {/* The whole table, to change or to remove. */}
      <a href={pathTo('numbers', list)}>All {list}</a>
    </div>
  );
}
