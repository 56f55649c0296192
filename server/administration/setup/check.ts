import { countries } from '#shared/countries.ts';
import { isPage, isWebAddress, safeLink } from '#shared/links.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { chosenOptions, type Setting } from '#shared/settings.ts';

/** A setting as it is stored, null when it is not set; or what is wrong with it. */
export type CheckedSetting = { value: string | null } | { fault: RefusalKey };

/** Checks the text of a setting by its kind. */
export function checkSetting(setting: Setting, given: string): CheckedSetting {
  const text = given.trim();
  if (!text) return setting.required ? { fault: 'error_required' } : { value: null };
  const value = storedForm(setting, text);
  return value === null ? { fault: faults[setting.kind] } : { value };
}

const faults: Record<Setting['kind'], RefusalKey> = {
  text: 'error_invalid_input',
  address: 'error_invalid_url',
  picture: 'error_invalid_input',
  toggle: 'error_unknown_choice',
  number: 'error_invalid_number',
  amount: 'error_invalid_number',
  select: 'error_unknown_choice',
  selectMany: 'error_unknown_choice',
  timeZone: 'error_unknown_choice',
  country: 'error_unknown_choice',
};

function storedForm(setting: Setting, text: string): string | null {
  switch (setting.kind) {
    case 'text':
      return text.length <= setting.maximum && !/[\p{Cc}\u2028\u2029]/u.test(text) ? text : null;
    case 'address': {
      const link = safeLink(text);
      return link !== null && (isWebAddress(link) || (setting.pages && isPage(link))) ? link : null;
    }
    case 'toggle':
      return ['true', 'false'].includes(text) ? text : null;
    case 'number': {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= setting.minimum && number <= setting.maximum ? String(number) : null;
    }
    case 'amount': {
      const amount = /^\d{1,9}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
      return amount <= setting.maximum ? amount.toFixed(2) : null;
    }
    case 'select':
      return setting.options.includes(text) ? text : null;
    case 'selectMany': {
      const chosen = chosenOptions(text).map((option) => option.trim());
      if (chosen.some((option) => !setting.options.includes(option))) return null;
      return setting.options.filter((option) => chosen.includes(option)).join(',');
    }
    case 'timeZone':
      return timeZone(text);
    case 'country':
      return countries.includes(text.toUpperCase()) ? text.toUpperCase() : null;
    case 'picture':
      return null;
  }
}

/** The zone's name in the IANA database, written as it is there; plain offsets know no summer time and are none. */
function timeZone(text: string): string | null {
  if (!/^[A-Za-z]/.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
