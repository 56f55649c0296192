const OWN = 'data-mantine-stop-propagation';

/** Lets Escape close only the topmost layer. Dialogs skip marked elements, so call this before one exists. */
export const watchEscape = (): void => window.addEventListener('keydown', keepForCalendar, { capture: true });

function keepForCalendar({ key, target }: KeyboardEvent): void {
  const calendar = key === 'Escape' && document.querySelector('[data-dates-dropdown]');
  if (!calendar || !(target instanceof Element)) return;
  const isMarked = target.hasAttribute(OWN);
  target.setAttribute(OWN, 'true');
  setTimeout(() => {
    if (!isMarked) target.removeAttribute(OWN);
    // keeps the focus at the field
    if (document.activeElement === document.body || calendar.contains(document.activeElement))
      calendar.parentElement?.querySelector<HTMLElement>('[data-dates-input]')?.focus();
  });
}
