const OWN = 'data-mantine-stop-propagation';

/**
 * Escape closes what lies on top: a calendar first, and then the dialog it is in. Dialogs hear the key before anything in them,
 * and leave it to what carries this mark; so this has to be there before any of them.
 */
export const watchEscape = (): void => window.addEventListener('keydown', keepForCalendar, { capture: true });

function keepForCalendar({ key, target }: KeyboardEvent): void {
  const calendar = key === 'Escape' && document.querySelector('[data-dates-dropdown]');
  if (!calendar || !(target instanceof Element)) return;
  const isMarked = target.hasAttribute(OWN);
  target.setAttribute(OWN, 'true');
  setTimeout(() => {
    if (!isMarked) target.removeAttribute(OWN);
    // the keyboard goes on at the field
    if (document.activeElement === document.body || calendar.contains(document.activeElement))
      calendar.parentElement?.querySelector<HTMLElement>('[data-dates-input]')?.focus();
  });
}
