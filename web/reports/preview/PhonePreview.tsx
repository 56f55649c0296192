import { useTranslation } from 'react-i18next';
import { smsParts, smsSize } from '#shared/sms.ts';
import classes from './preview.module.css';
import type { PreviewProps } from './queries.ts';

/** A message on a phone. Split messages show where each part ends. */
export function PhonePreview({ preview, sms }: PreviewProps) {
  const { t } = useTranslation('drafts');
  const parts = sms === null ? preview.parts.map(({ text }) => text) : smsParts(sms).parts;
  return (
    <div className={classes['phone']}>
      <ol className={classes['bubble']} aria-label={t('preview.phone')}>
        {parts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have only their position
          <li key={at}>
            {text}
            {parts.length > 1 && (
              <small>{t('preview.part', { part: at + 1, of: parts.length, length: smsSize(text).units })}</small>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
