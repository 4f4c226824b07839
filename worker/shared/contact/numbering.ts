/**
 * libphonenumber with the numbering plans of all countries and all kinds of numbers. In the deployed Worker the plans are a file of
 * bytes beside the script ([alias] in wrangler.toml), as code they would be a tenth of it. Pure.
 */
import * as core from 'libphonenumber-js/core';
import type * as max from 'libphonenumber-js/max';
import PLANS from 'libphonenumber-js/metadata.max';

export type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';

/** @see https://gitlab.com/catamphetamine/libphonenumber-js, whose functions these are */
export const getCountries = withPlans<typeof max.getCountries>(core.getCountries);
export const isPossiblePhoneNumber = withPlans<typeof max.isPossiblePhoneNumber>(core.isPossiblePhoneNumber);
export const isValidPhoneNumber = withPlans<typeof max.isValidPhoneNumber>(core.isValidPhoneNumber);
export const parsePhoneNumber = withPlans<typeof max.parsePhoneNumber>(core.parsePhoneNumber);
export const parsePhoneNumberFromString = withPlans<typeof max.parsePhoneNumberFromString>(
  core.parsePhoneNumberFromString,
);

/** The plan of one country at a time. */
export class Metadata extends core.Metadata {
  constructor() {
    super(PLANS);
  }
}

/** Returns a function of libphonenumber that needs no plans, since it has them. */
function withPlans<Bound extends (...given: never[]) => unknown>(ask: (...given: never[]) => unknown): Bound {
  return ((...given: unknown[]) => ask(...([...given, PLANS] as never[]))) as unknown as Bound;
}
