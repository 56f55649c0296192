import type { RefusalKey } from './refusals.ts';

/**
 * What a person should check about a telephone number:
 * - `countryCode`: it began with the country code without +, and was read with it.
 * - `twoReadings`: it begins like the country code, but was read as a number within the country.
 * - `notMobile`: it stands where a mobile number belongs, and is none.
 * - `notAssigned`: its length is possible, but the numbering plan has no such number.
 */
export type PhoneRemark = 'countryCode' | 'twoReadings' | 'notMobile' | 'notAssigned';

/** The text key of each remark, among the refusal texts. */
export const phoneRemarkKeys = {
  countryCode: 'error_phone_country_code',
  twoReadings: 'error_phone_two_readings',
  notMobile: 'error_phone_not_mobile',
  notAssigned: 'error_phone_not_assigned',
} as const satisfies Record<PhoneRemark, RefusalKey>;
