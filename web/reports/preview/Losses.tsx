import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { usePlaceholderLabel } from '#web/ui/usePlaceholderLabel.ts';
import classes from './preview.module.css';
import type { MessagePreview } from './queries.ts';

export function Losses({ preview: { losses, unfilled } }: { preview: MessagePreview }) {
  const { t } = useTranslation('drafts');
  const labelOf = usePlaceholderLabel();
  if (losses.length + unfilled.length === 0) return null;
  return (
    <ul className={classes['losses']} aria-label={t('preview.losses')}>
      {losses.map(({ loss, places, kept }) => (
        <li key={`${loss}${places.join()}`} data-severe={loss === 'loss_too_long'}>
          <Icon name={loss === 'loss_too_long' ? 'stop' : 'info'} size={18} />
          <span>
            {places.length > 0 && `${places.join(', ')}: `}
            {t(`preview.loss.${loss}`, { number: formatNumber(kept ?? 0) })}
          </span>
        </li>
      ))}
      {unfilled.map(({ placeholder, people }) => (
        <li key={placeholder}>
          <Icon name="braces" size={18} />
          <span>{t('preview.unfilled', { name: labelOf(placeholder), count: people })}</span>
        </li>
      ))}
    </ul>
  );
}
