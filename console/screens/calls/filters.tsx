/** The filters of the list of calls, kept in the URL. */
import type { ComponentChildren, VNode } from 'preact';
import { FilterSelect, type FilterSelectProps } from '../../components/filter-select.tsx';
import { formatPhone } from '../../components/text/values.tsx';
import { go, withQuery } from '../../address/router.ts';
import { channelName, CHANNELS } from '../../../worker/dni/pure/channels.ts';
import { type Call, OUTCOME_NAMES } from './call.ts';
import type { Places } from '../../api/places.ts';
import { sourceOf } from './source-of.tsx';
import { type CallQuery, RANGES } from './query.ts';

interface CallFiltersProps {
  query: CallQuery;
  places: Places;
  /** The calls of this page, whose locations and sources are offered as choices too. */
  calls: readonly Call[];
  children: ComponentChildren;
}

export function CallFilters({ query, places, calls, children }: CallFiltersProps): VNode {
  return (
    <div class="call-filters">
      {choicesOf(query, places, calls).map((choice) => (
        <FilterSelect key={choice.name} {...choice} />
      ))}
      <label class="row">
        <input
          type="checkbox"
          checked={query.isFirst}
          onChange={({ currentTarget: { checked } }) =>
            go(withQuery({ first: checked ? 'true' : undefined, cursor: undefined }))
          }
        />
        First-time callers only
      </label>
      {query.number !== undefined && (
        <a
          class="chip remove"
          href={withQuery({ number: undefined, cursor: undefined })}
          aria-label={`Remove the filter Number: ${formatPhone(query.number)}`}
        >
          To {formatPhone(query.number)} ×
        </a>
      )}
      <span class="grow" />
      {children}
    </div>
  );
}

function choicesOf(query: CallQuery, places: Places, calls: readonly Call[]): FilterSelectProps[] {
  const locations = known([
    ...places.locations.map(({ id }) => id),
    query.location,
    ...calls.map(({ location_id: id }) => id),
  ]);
  const sources = known([...places.sources, query.source, ...calls.map(sourceOf), ...CHANNELS]);
  return [
    {
      name: 'range',
      label: 'When',
      value: query.range,
      all: 'Any time',
      choices: Object.entries(RANGES).map(([name, { label }]) => [name, label]),
    },
    {
      name: 'outcome',
      label: 'Outcome',
      value: query.outcome,
      all: 'Any outcome',
      choices: Object.entries(OUTCOME_NAMES),
    },
    {
      name: 'location',
      label: 'Location',
      value: query.location,
      all: 'Any location',
      choices: locations.map((id) => [id, places.nameOf(id)]),
    },
    {
      name: 'source',
      label: 'Source',
      value: query.source,
      all: 'Any source',
      choices: sources.map((source) => [source, channelName(source)]),
    },
  ];
}

/** Returns the values to choose from, each once. */
function known(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}
