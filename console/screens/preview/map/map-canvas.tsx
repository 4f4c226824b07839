/**
 * Draws the map: borders, postal codes, locations and the code under the pointer. The table has the same content for
 * screen readers.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useDistanceUnit } from '../../../api/distance-unit.ts';
import { distanceText } from '../../../formats/distance.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import borders from '../../../../dist/tables/map-borders.json';
import { type Filter, MapDrawing } from './map-drawing.ts';
import { WON, MAP_SIZE, type MapCountry } from './map-messages.ts';
import { MapMarks } from './map-marks.tsx';
import type { Winners, WonCode } from './winners.ts';

/** The largest distance between the pointer and a postal code, in units of the map. */
const REACH = 14;

interface MapCanvasProps {
  winners: Winners | undefined;
  /** The number of known codes, which changes with each batch. */
  known: number;
  settings: DniSettings;
  country: MapCountry;
  filter: Filter;
}

export function MapCanvas({ winners, known, settings, country, filter }: MapCanvasProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<{ drawing: MapDrawing; winners: Winners; drawn: number; filter: Filter }>(undefined);
  const [under, setUnder] = useState<{ code: WonCode; x: number; y: number }>();
  const isDark = useDarkness();
  useEffect(() => {
    drawing.current = undefined;
  }, [isDark]);
  useEffect(() => {
    if (canvas.current === null || winners === undefined) return;
    const before = drawing.current;
    const isSame = before?.winners === winners && before.filter === filter;
    const brush = before?.drawing ?? new MapDrawing(canvas.current);
    const drawn = brush.draw(winners, isSame ? before.drawn : 0, filter);
    drawing.current = { drawing: brush, winners, drawn, filter };
  }, [winners, known, filter, isDark]);
  const { outline, inner } = borders[country];
  return (
    <div
      class="map-canvas"
      aria-hidden="true"
      onPointerMove={({ currentTarget, clientX, clientY }) => {
        const box = currentTarget.getBoundingClientRect();
        const scale = MAP_SIZE.width / box.width;
        const [x, y] = [clientX - box.left, clientY - box.top];
        const code = winners?.near(x * scale, y * scale, REACH);
        setUnder(code && { code, x: x / box.width, y: y / box.height });
      }}
      onPointerLeave={() => setUnder(undefined)}
    >
      <svg viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`} class="land">
        <path d={outline} />
      </svg>
      <canvas ref={canvas} />
      <svg viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`} class="lines">
        <path d={inner} class="inner" />
        <path d={outline} />
        {winners && <MapMarks points={winners.branches.points} settings={settings} filter={filter} />}
      </svg>
      {under && <Under {...under} settings={settings} />}
    </div>
  );
}

/** Describes the postal code under the pointer. */
function Under({
  code: { code, winner, way, kilometers },
  x,
  y,
  settings,
}: {
  code: WonCode;
  x: number;
  y: number;
  settings: DniSettings;
}): VNode {
  const unit = useDistanceUnit() ?? 'km';
  const name = settings.locations[winner]?.name ?? '';
  const style = {
    insetInlineStart: `${x * 100}%`,
    insetBlockStart: `${y * 100}%`,
    translate: `${x > 0.6 ? 'calc(-100% - 12px)' : '12px'} ${y > 0.7 ? 'calc(-100% - 8px)' : '8px'}`,
  };
  return (
    <p class="under" style={style}>
      <b>{code}</b> {way === WON.tooFar ? 'is too far from every location' : name}
      {way === WON.tooFar ? '' : `, ${distanceText(Math.round(kilometers), unit)}`}
      {way === WON.inSeveralAreas ? ', in several areas' : ''}
    </p>
  );
}

/** Returns whether the theme is dark, and follows its changes. */
function useDarkness(): boolean {
  const query = useMemo(() => matchMedia('(prefers-color-scheme: dark)'), []);
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [query]);
  return isDark;
}
