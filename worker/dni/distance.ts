/** Distance on the sphere. Pure. */

const EARTH_RADIUS_KM = 6371.0088;

/** A point in decimal degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Great-circle distance in kilometres (haversine formula, mean earth radius; error below 0.6 % of the ellipsoid). */
export function distanceInKm(from: Coordinates, to: Coordinates): number {
  const halfLatitude = Math.sin(radians(to.latitude - from.latitude) / 2);
  const halfLongitude = Math.sin(radians(to.longitude - from.longitude) / 2);
  const h =
    halfLatitude ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * halfLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
