import type { UseFormReturnType } from '@mantine/form';
import type { CombinedError } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';

/** Returns the error keys of a refused mutation or request by field. */
export function fieldErrors(
  error: CombinedError | { fields: Record<string, string> } | undefined,
): Record<string, string> {
  if (!error) return {};
  if ('fields' in error) return error.fields;
  const fields = error.graphQLErrors.map((e) => e.extensions['fields'] as Record<string, string> | undefined);
  return Object.assign({}, ...fields);
}

/**
 * Shows a refused request's translated errors at the form's fields instead of a toast. Pages without a sign-in keep the toast too
 * (`keepsToast`).
 */
export function showFieldErrors<Values>(
  form: Pick<UseFormReturnType<Values>, 'setErrors'>,
  error: CombinedError | { fields: Record<string, string> } | undefined,
  { keepsToast = false } = {},
): void {
  const translated = Object.entries(fieldErrors(error)).map(([name, key]) => [name, apiMessage(key)]);
  form.setErrors(Object.fromEntries(translated));
  // the toast would cover the buttons and repeat the fields less precisely
  if (translated.length > 0 && !keepsToast) dismissErrorToast();
}

/** Focuses the first invalid field once the errors are drawn. */
export function focusFault(form: Element | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] button')?.focus());
}
