import type { RefusalKey } from './refusals.ts';

/**
 * Remarks for a person to check:
 * - `countryCode`: read with a country code that lacks its +.
 * - `twoReadings`: begins like the country code, but was read as a national number.
 * - `notMobile`: no mobile number, but the field requires one.
 * - `notAssigned`: possible length, but missing in the numbering plan.
 */
export type PhoneRemark = 'countryCode' | 'twoReadings' | 'notMobile' | 'notAssigned';

/** Text keys, among the refusal texts. */
export const phoneRemarkKeys = {
  countryCode: 'error_phone_country_code',
  twoReadings: 'error_phone_two_readings',
  notMobile: 'error_phone_not_mobile',
  notAssigned: 'error_phone_not_assigned',
} as const satisfies Record<PhoneRemark, RefusalKey>;
