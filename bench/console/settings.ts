/** Generates settings with many locations, the same in every run. */
import { postalCodes } from '../../build/postal-codes.ts';

/** A prime, so that the locations are spread over all postal codes. */
const STEP = 7_919;

/** Returns DNI settings with `count` locations at real places, each with a number, half of them with a service area. */
export function settingsWith(count: number): object {
  const codes = postalCodes().filter(({ country }) => country === 'US');
  const places = Array.from({ length: count }, (_, index) => codes[(index * STEP) % codes.length]);
  return {
    default_number: '+18005550100',
    locations: places.map((place, index) => ({
      location_id: `l${index}`,
      name: `Branch ${index}`,
      latitude: String(place?.latitude),
      longitude: String(place?.longitude),
      ...(index % 2 === 0 ? {} : { service_area: { postal_codes: [place?.code.slice(0, 4) ?? ''] } }),
    })),
    numbers: places.map((_, index) => ({
      phone_number: `+1${String(2_125_550_100 + index * 10_007).slice(0, 10)}`,
      location_id: `l${index}`,
    })),
  };
}
