/** The projections of the preview's maps. The build draws borders with them, the console postal codes. Pure. */
import { geoAlbersUsa, geoConicConformal, type GeoProjection } from 'd3-geo';
import { MAP_SIZE, type MapCountry } from './map-messages.ts';

/** Returns the projection: for the US with Alaska and Hawaii as insets, for Canada the one usual there. */
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
