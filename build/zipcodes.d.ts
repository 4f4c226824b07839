// The package has no types of its own.
declare module 'zipcodes' {
  namespace zipcodes {
    interface ZipCode {
      zip: string;
      city?: string;
      latitude: number | string;
      longitude: number | string;
      state: string;
      country: string;
    }
    const codes: Record<string, ZipCode>;
    /** Maps names of states and provinces, in capitals, to their codes. */
    const states: { full: Record<string, string> };
  }
  export default zipcodes;
}
