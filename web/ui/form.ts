import type { UseFormReturnType } from '@mantine/form';
import type { CombinedError } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';

/** Returns a refusal's error keys by field. */
export function fieldErrors(
  error: CombinedError | { fields: Record<string, string> } | undefined,
): Record<string, string> {
  if (!error) return {};
  if ('fields' in error) return error.fields;
  const fields = error.graphQLErrors.map((e) => e.extensions['fields'] as Record<string, string> | undefined);
  return Object.assign({}, ...fields);
}

/**
 * Shows a refusal's errors at the form's fields instead of a toast, on pages without sign-in in addition
 * (`keepsToast`).
 */
export function showFieldErrors<Values>(
  form: Pick<UseFormReturnType<Values>, 'setErrors'>,
  error: CombinedError | { fields: Record<string, string> } | undefined,
  { keepsToast = false } = {},
): void {
  const translated = Object.entries(fieldErrors(error)).map(([name, key]) => [name, apiMessage(key)]);
  form.setErrors(Object.fromEntries(translated));
  // the toast would cover the buttons
  if (translated.length > 0 && !keepsToast) dismissErrorToast();
}

/** Focuses the first invalid field once the errors are drawn. */
export function focusFault(form: Element | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault] button')?.focus());
}
