import { linkMaximum, safeLink } from '#shared/links.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** A link. */
export interface LinkShape {
  kind: 'link';
}

/** A page of the application, a web or email address, or a telephone number. */
export const link: FieldKind<LinkShape, string> = {
  value: 'text',
  check: (given) => readText(given, linkMaximum, (text) => found(safeLink(text), 'error_invalid_link')),
  input: () => ({ type: 'text', maxLength: linkMaximum }),
};
