import type { UseFormReturnType } from '@mantine/form';
import type { CombinedError } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';

/** The keys a refused mutation or request gave for single fields; empty when it gave none. */
export function fieldErrors(
  error: CombinedError | { fields: Record<string, string> } | undefined,
): Record<string, string> {
  if (!error) return {};
  if ('fields' in error) return error.fields;
  const fields = error.graphQLErrors.map((e) => e.extensions['fields'] as Record<string, string> | undefined);
  return Object.assign({}, ...fields);
}

/**
 * Puts the translated field errors of a refused mutation or request at the fields of a form, in place of the toast. Pages
 * without a sign-in keep the toast as well (`keepsToast`).
 */
export function showFieldErrors<Values>(
  form: Pick<UseFormReturnType<Values>, 'setErrors'>,
  error: CombinedError | { fields: Record<string, string> } | undefined,
  { keepsToast = false } = {},
): void {
  const translated = Object.entries(fieldErrors(error)).map(([name, key]) => [name, apiMessage(key)]);
  form.setErrors(Object.fromEntries(translated));
  // it would stand over the buttons and say less than the fields do
  if (translated.length > 0 && !keepsToast) dismissErrorToast();
}

/** Leads to the first field of a form that something is wrong with, once the errors are drawn. */
export function focusFault(form: Element | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] button')?.focus());
}
