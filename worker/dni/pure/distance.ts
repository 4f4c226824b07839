/** Distances between points on the earth. Pure. */

const EARTH_RADIUS_KM = 6371.0088;

/** A point in decimal degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Returns the great-circle distance in km (haversine, mean earth radius; within 0.6 % of the ellipsoid's). */
export function distanceInKm(from: Coordinates, to: Coordinates): number {
  const halfLatitude = Math.sin(radians(to.latitude - from.latitude) / 2);
  const halfLongitude = Math.sin(radians(to.longitude - from.longitude) / 2);
  const h =
    halfLatitude ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * halfLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A point on the unit sphere: comparing squared chords is cheaper than calculating distances. */
export interface SpherePoint {
  x: number;
  y: number;
  z: number;
}

/** Converts coordinates into a point on the unit sphere. */
export function spherePoint({ latitude, longitude }: Coordinates): SpherePoint {
  const [north, east] = [radians(latitude), radians(longitude)];
  return {
    x: Math.cos(north) * Math.cos(east),
    y: Math.cos(north) * Math.sin(east),
    z: Math.sin(north),
  };
}

/** Returns the squared straight line between two points, which grows with their distance on the sphere. */
export function chordSquared(one: SpherePoint, other: SpherePoint): number {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2;
}

/** Converts a great-circle distance into a squared chord, to compare with `chordSquared`. */
export function chordSquaredOf(km: number): number {
  return (2 * Math.sin(Math.min(km / EARTH_RADIUS_KM, Math.PI) / 2)) ** 2;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
