/** Draws the borders of the preview's map from the npm packages `us-atlas` and `world-atlas`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type GeoPath, geoPath } from 'd3-geo';
import type { FeatureCollection, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { MapBorders } from '../console/screens/preview/map/map-messages.ts';
import { projectionOf } from '../console/screens/preview/map/projections.ts';

/** Smallest drawn area, in square units of the map. */
const LEAST_AREA = 6;

type Atlas<Layer extends string> = Topology<Record<Layer, GeometryCollection<{ name: string }>>>;

/** Writes the borders to `path`. @returns the number of countries */
export function buildMapBorders(path: string): number {
  const states = read<'nation' | 'states'>('us-atlas/states-10m.json');
  const inUs = geoPath(projectionOf('US')).digits(0);
  const inCanada = geoPath(projectionOf('CA')).digits(0);
  const borders: MapBorders = {
    US: {
      outline: drawn(inUs, feature(states, states.objects.nation)),
      inner: inUs(mesh(states, states.objects.states, (one, other) => one !== other)) ?? '',
    },
    CA: { outline: drawn(inCanada, canada()), inner: '' },
  };
  writeFileSync(path, JSON.stringify(borders));
  return Object.keys(borders).length;
}

/** Draws the outlines of areas that are large enough to be visible. */
function drawn(path: GeoPath, { features }: FeatureCollection): string {
  const parts = features.flatMap(({ geometry }): Polygon[] => {
    if (geometry.type === 'Polygon') return [geometry];
    if (geometry.type !== 'MultiPolygon') return [];
    return geometry.coordinates.map((rings) => ({ type: 'Polygon', coordinates: rings }));
  });
  return parts
    .filter((part) => path.area(part) > LEAST_AREA)
    .map((part) => path(part) ?? '')
    .join('');
}

function canada(): FeatureCollection {
  const world = read<'countries'>('world-atlas/countries-50m.json');
  const { features } = feature(world, world.objects.countries);
  return {
    type: 'FeatureCollection',
    features: features.filter(({ properties }) => properties.name === 'Canada'),
  };
}

function read<Layer extends string>(path: string): Atlas<Layer> {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(path), 'utf8')) as Atlas<Layer>;
}
