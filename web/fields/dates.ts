import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import { useTranslation } from 'react-i18next';

/** What every input of a date shares: it follows the interface's language, not the browser's; weeks begin on Monday. */
export function useDateInput() {
  const { t, i18n } = useTranslation('fields');
  const isEnglish = i18n.language === 'en';
  return {
    day: isEnglish ? 'DD/MM/YYYY' : 'DD.MM.YYYY',
    common: {
      locale: isEnglish ? 'en-gb' : 'de',
      firstDayOfWeek: 1,
      clearable: true,
      clearButtonProps: { 'aria-label': t('dateTime.clear') },
      ariaLabels: { nextMonth: t('dateTime.nextMonth'), previousMonth: t('dateTime.previousMonth') },
      popoverProps: { withinPortal: false },
    },
  } as const;
}
