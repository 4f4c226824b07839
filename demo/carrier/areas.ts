/** The areas in which the simulated carrier sells numbers. */

/** An area with its own area code. */
export interface Area {
  areaCode: string;
  city: string;
  /** The state. */
  region: string;
  /** The first three digits of its postal codes. */
  postalPrefix: string;
  latitude: number;
  longitude: number;
}

const TABLE = `
205 Birmingham AL 352 33.52 -86.80
206 Seattle WA 981 47.61 -122.33
208 Boise ID 837 43.62 -116.20
210 San Antonio TX 782 29.42 -98.49
212 New York NY 100 40.71 -74.01
214 Dallas TX 752 32.78 -96.80
215 Philadelphia PA 191 39.95 -75.17
216 Cleveland OH 441 41.50 -81.69
303 Denver CO 802 39.74 -104.99
305 Miami FL 331 25.76 -80.19
312 Chicago IL 606 41.88 -87.63
313 Detroit MI 482 42.33 -83.05
314 St. Louis MO 631 38.63 -90.20
317 Indianapolis IN 462 39.77 -86.16
402 Omaha NE 681 41.26 -95.93
404 Atlanta GA 303 33.75 -84.39
405 Oklahoma City OK 731 35.47 -97.52
406 Billings MT 591 45.78 -108.50
407 Orlando FL 328 28.54 -81.38
410 Baltimore MD 212 39.29 -76.61
412 Pittsburgh PA 152 40.44 -80.00
414 Milwaukee WI 532 43.04 -87.91
415 San Francisco CA 941 37.77 -122.42
425 Bellevue WA 980 47.61 -122.20
502 Louisville KY 402 38.25 -85.76
503 Portland OR 972 45.52 -122.68
504 New Orleans LA 701 29.95 -90.07
505 Albuquerque NM 871 35.08 -106.65
512 Austin TX 787 30.27 -97.74
513 Cincinnati OH 452 39.10 -84.51
515 Des Moines IA 503 41.59 -93.62
602 Phoenix AZ 850 33.45 -112.07
612 Minneapolis MN 554 44.98 -93.27
614 Columbus OH 432 39.96 -83.00
615 Nashville TN 372 36.16 -86.78
617 Boston MA 021 42.36 -71.06
619 San Diego CA 921 32.72 -117.16
702 Las Vegas NV 891 36.17 -115.14
704 Charlotte NC 282 35.23 -80.84
713 Houston TX 770 29.76 -95.37
718 Brooklyn NY 112 40.68 -73.94
720 Boulder CO 803 40.01 -105.27
801 Salt Lake City UT 841 40.76 -111.89
804 Richmond VA 232 37.54 -77.44
813 Tampa FL 336 27.95 -82.46
816 Kansas City MO 641 39.10 -94.58
901 Memphis TN 381 35.15 -90.05
916 Sacramento CA 958 38.58 -121.49
919 Raleigh NC 276 35.78 -78.64
`;
const LINE = /^(\d{3}) (.+) ([A-Z]{2}) (\d{3}) (\S+) (\S+)$/;

export const AREAS: readonly Area[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [, areaCode = '', city = '', region = '', postalPrefix = '', latitude, longitude] =
      LINE.exec(line) ?? [];
    return {
      areaCode,
      city,
      region,
      postalPrefix,
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
  });
