import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import { useTranslation } from 'react-i18next';
import { checkField } from '#shared/fields/kinds.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';

// `locale` is an imported dayjs file
const writing: ByLanguage<{ day: string; locale: string }> = {
  de: { day: 'DD.MM.YYYY', locale: 'de' },
  en: { day: 'DD/MM/YYYY', locale: 'en-gb' },
};

/** The common options of date inputs: the interface's language, not the browser's; weeks start on Monday. */
export function useDateInput() {
  const { t, i18n } = useTranslation('fields');
  const { day, locale } = textIn(writing, i18n.language);
  return {
    day,
    common: {
      locale,
      firstDayOfWeek: 1,
      highlightToday: true,
      clearable: true,
      clearButtonProps: { 'aria-label': t('dateTime.clear') },
      ariaLabels: { nextMonth: t('dateTime.nextMonth'), previousMonth: t('dateTime.previousMonth') },
      // on a small screen the field may scroll out of view while choosing a day
      popoverProps: { withinPortal: false, hideDetached: false, onOpen: showWhole },
    },
  } as const;
}

// in a dialog, most of the calendar would be below the edge
const showWhole = () =>
  requestAnimationFrame(() => {
    document.querySelector('[data-dates-dropdown]')?.scrollIntoView({ block: 'nearest' });
  });

/** Returns the day of a text as YYYY-MM-DD, or null. */
export function typedDay(text: string): string | null {
  const checked = checkField({ kind: 'date' }, text);
  return 'value' in checked ? (checked.value as string | null) : null;
}
