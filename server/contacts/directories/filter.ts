import { type Filter, FilterParser } from 'ldapts';
import { Refusal } from '#server/platform/errors.ts';

/** Returns a filter, parsed; refuses an invalid one. */
export function parseFilter(filter: string): Filter {
  try {
    return FilterParser.parseString(filter);
  } catch {
    throw new Refusal('error_directory_filter', { filter: 'error_directory_filter' });
  }
}
