import { describe, expect, test } from 'vitest';
import { makeDniCompany } from '../../../harness/dni-company.ts';
import { sendAsOperator } from '../../../harness/client.ts';
import { distanceInKm } from '../../../../worker/dni/pure/distance.ts';

/** Postal codes in the middle of a well-known city, with that city's coordinates from gazetteers. */
const KNOWN: readonly (readonly [zip: string, region: string, latitude: number, longitude: number])[] = [
  ['36104', 'US-AL', 32.377, -86.3],
  ['99801', 'US-AK', 58.302, -134.42],
  ['99501', 'US-AK', 61.218, -149.9],
  ['85007', 'US-AZ', 33.448, -112.094],
  ['72201', 'US-AR', 34.747, -92.28],
  ['95814', 'US-CA', 38.581, -121.494],
  ['90012', 'US-CA', 34.061, -118.24],
  ['80202', 'US-CO', 39.752, -104.998],
  ['06103', 'US-CT', 41.767, -72.676],
  ['19901', 'US-DE', 39.158, -75.524],
  ['20001', 'US-DC', 38.91, -77.017],
  ['32301', 'US-FL', 30.43, -84.27],
  ['33130', 'US-FL', 25.767, -80.203],
  ['30303', 'US-GA', 33.753, -84.39],
  ['96813', 'US-HI', 21.313, -157.848],
  ['83702', 'US-ID', 43.63, -116.205],
  ['62701', 'US-IL', 39.8, -89.65],
  ['60602', 'US-IL', 41.883, -87.629],
  ['46204', 'US-IN', 39.772, -86.157],
  ['50309', 'US-IA', 41.586, -93.622],
  ['66603', 'US-KS', 39.055, -95.68],
  ['40601', 'US-KY', 38.2, -84.87],
  ['70802', 'US-LA', 30.444, -91.169],
  ['04330', 'US-ME', 44.317, -69.775],
  ['21401', 'US-MD', 38.98, -76.55],
  ['02108', 'US-MA', 42.357, -71.065],
  ['48933', 'US-MI', 42.734, -84.556],
  ['55102', 'US-MN', 44.937, -93.12],
  ['39201', 'US-MS', 32.293, -90.187],
  ['65101', 'US-MO', 38.55, -92.16],
  ['59601', 'US-MT', 46.61, -112.03],
  ['68508', 'US-NE', 40.815, -96.7],
  ['89701', 'US-NV', 39.15, -119.75],
  ['03301', 'US-NH', 43.22, -71.54],
  ['08608', 'US-NJ', 40.22, -74.766],
  ['87501', 'US-NM', 35.69, -105.94],
  ['12207', 'US-NY', 42.658, -73.748],
  ['10001', 'US-NY', 40.751, -73.997],
  ['27601', 'US-NC', 35.774, -78.634],
  ['58501', 'US-ND', 46.81, -100.77],
  ['43215', 'US-OH', 39.965, -83.005],
  ['73102', 'US-OK', 35.471, -97.519],
  ['97301', 'US-OR', 44.94, -123.02],
  ['17101', 'US-PA', 40.26, -76.882],
  ['02903', 'US-RI', 41.82, -71.414],
  ['29201', 'US-SC', 34.0, -81.03],
  ['57501', 'US-SD', 44.37, -100.33],
  ['37219', 'US-TN', 36.168, -86.783],
  ['78701', 'US-TX', 30.271, -97.742],
  ['84111', 'US-UT', 40.755, -111.883],
  ['05602', 'US-VT', 44.264, -72.58],
  ['23219', 'US-VA', 37.54, -77.435],
  ['98501', 'US-WA', 47.03, -122.89],
  ['25301', 'US-WV', 38.349, -81.632],
  ['53703', 'US-WI', 43.077, -89.376],
  ['82001', 'US-WY', 41.14, -104.81],
  ['00901', 'US-PR', 18.466, -66.106],
  ['00802', 'US-VI', 18.34, -64.93],
  ['96910', 'US-GU', 13.475, 144.75],
  ['96799', 'US-AS', -14.28, -170.7],
  ['96950', 'US-MP', 15.2, 145.75],
  ['M5V', 'CA-ON', 43.643, -79.39],
  ['V6B', 'CA-BC', 49.28, -123.115],
  ['H2Y', 'CA-QC', 45.506, -73.555],
  ['T2P', 'CA-AB', 51.048, -114.075],
  ['R3C', 'CA-MB', 49.885, -97.15],
  ['S4P', 'CA-SK', 50.448, -104.61],
  ['E3B', 'CA-NB', 45.955, -66.645],
  ['B3J', 'CA-NS', 44.645, -63.575],
  ['C1A', 'CA-PE', 46.24, -63.13],
  ['A1C', 'CA-NL', 47.565, -52.71],
  ['Y1A', 'CA-YT', 60.72, -135.05],
  ['X1A', 'CA-NT', 62.454, -114.37],
  ['X0A', 'CA-NU', 63.75, -68.52],
];

/** Largest distance of a code's centroid from the middle of its city. */
const TOLERANCE_KM = 20;
/** Codes for areas larger than a city. */
const WIDE: Record<string, number> = { Y1A: 60, X0A: 900, '99801': 60 };

interface Preview {
  place: { postal_code: string; region: string; latitude: number; longitude: number };
}

describe('the postal code table', () => {
  test('has codes of every state, territory and province with their places', async () => {
    const companyId = await makeDniCompany();

    const misplaced: string[] = [];
    for (const [zip, region, latitude, longitude] of KNOWN) {
      const response = await sendAsOperator('GET', `/dni/preview/${companyId}?zip=${zip}`);
      const { place } = (await response.json()) as Preview;
      const away = distanceInKm(place, { latitude, longitude });
      if (place.region !== region || away > (WIDE[zip] ?? TOLERANCE_KM)) {
        misplaced.push(`${zip}: ${place.region} instead of ${region}, ${Math.round(away)} km away`);
      }
    }

    expect(KNOWN.length).toBeGreaterThanOrEqual(50);
    expect(misplaced).toEqual([]);
  });

  test.for([
    ['78700', 'US-TX', 30.27, -97.74],
    // Toronto: the first two characters are known.
    ['M5Y', 'CA-ON', 43.66, -79.4],
  ] as const)(
    'has the center of the codes with the same prefix for %s, which is unknown',
    async ([code, region, latitude, longitude]) => {
      const companyId = await makeDniCompany();

      const response = await sendAsOperator('GET', `/dni/preview/${companyId}?zip=${code}`);

      const { place } = (await response.json()) as Preview;
      expect(place).toMatchObject({ postal_code: code, region });
      expect(distanceInKm(place, { latitude, longitude })).toBeLessThan(TOLERANCE_KM);
    },
  );
});
