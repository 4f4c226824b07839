/** A company with one branch, whose tracking numbers each belong to a source. */

/** The body of `PUT /dni/api/companies/<uuid>/settings`. */
export function branchSettings(numbers: readonly { phone_number: string; source: string }[]): object {
  return {
    default_number: '+18005550100',
    locations: [
      {
        location_id: 'austin',
        name: 'Austin',
        latitude: '30.2672',
        longitude: '-97.7431',
        numbers: ['+15125550140'],
      },
    ],
    numbers: numbers.map((number) => ({ ...number, location_id: 'austin' })),
  };
}
