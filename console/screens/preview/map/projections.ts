/** The projections of the preview's maps. The build draws the borders with them, the console the postal codes. Pure. */
import { geoAlbersUsa, geoConicConformal, type GeoProjection } from 'd3-geo';
import { MAP_SIZE, type MapCountry } from './map-messages.ts';

/** The US with Alaska and Hawaii moved to its side; Canada as its own maps show it. */
export function projectionOf(country: MapCountry): GeoProjection {
  const { width, height } = MAP_SIZE;
  return country === 'US'
    ? geoAlbersUsa()
        .scale(1300)
        .translate([width / 2, height / 2])
    : geoConicConformal()
        .rotate([96, 0])
        .parallels([49, 77])
        .center([0, 60.5])
        .scale(840)
        .translate([width / 2, height / 2]);
}
