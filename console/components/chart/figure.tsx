/** The frame of a chart: its title, the finding in a sentence, and a switch between the chart and its table. */
import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { place, withQuery } from '../../address/router.ts';

/** The query parameter that lists the charts shown as tables. */
const TABLES = 'table';

interface ChartCardProps {
  title: string;
  /** The finding. */
  caption: string;
  /** Controls beside the title. */
  tools?: ComponentChildren;
  /** Whether the chart shows a former answer while a newer one loads. */
  isFormer?: boolean;
  children: ComponentChildren;
}

/** A chart that is a table itself, as bars are. */
export function ChartCard({ title, caption, tools, isFormer = false, children }: ChartCardProps): VNode {
  const heading = useId();
  return (
    <section class="card chart" aria-labelledby={heading}>
      <div class="chart-head">
        <h2 id={heading}>{title}</h2>
        {tools}
      </div>
      <figure class={isFormer ? 'is-former' : ''}>
        <figcaption>{caption}</figcaption>
        {children}
      </figure>
    </section>
  );
}

interface ChartFigureProps extends ChartCardProps {
  /** Names the chart in the URL. */
  name: string;
  table: VNode;
}

/** A chart with a switch to its table. */
export function ChartFigure({ name, table, children, ...card }: ChartFigureProps): VNode {
  const shown = place.value.query.getAll(TABLES);
  const isTable = shown.includes(name);
  const others = shown.filter((other) => other !== name);
  return (
    <ChartCard
      {...card}
      tools={
        <>
          {card.tools}
          <a class="button slim" href={withQuery({ [TABLES]: isTable ? others : [...others, name] })}>
            {isTable ? 'Chart' : 'Table'}
            <span class="unseen"> of {card.title}</span>
          </a>
        </>
      }
    >
      {isTable ? table : children}
    </ChartCard>
  );
}
