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

/** A point on the sphere of radius 1, for comparing distances without working them out. */
export interface SpherePoint {
  x: number;
  y: number;
  z: number;
}

export function spherePoint({ latitude, longitude }: Coordinates): SpherePoint {
  const [north, east] = [radians(latitude), radians(longitude)];
  return {
    x: Math.cos(north) * Math.cos(east),
    y: Math.cos(north) * Math.sin(east),
    z: Math.sin(north),
  };
}

/** The square of the straight line through the sphere: the further on the sphere, the longer. */
export function chordSquared(one: SpherePoint, other: SpherePoint): number {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2;
}

/** The same for a great-circle distance. */
export function chordSquaredOf(km: number): number {
  return (2 * Math.sin(Math.min(km / EARTH_RADIUS_KM, Math.PI) / 2)) ** 2;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
