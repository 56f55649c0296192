import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { smsParts, smsSize } from '#shared/sms.ts';
import classes from './preview.module.css';
import type { PreviewProps } from './queries.ts';

/** A message on a phone. Phones join the parts of an SMS, so only a line marks their beginnings. */
export function PhonePreview({ preview, sms }: PreviewProps) {
  const { t } = useTranslation('drafts');
  const parts = sms === null ? preview.parts.map(({ text }) => text) : smsParts(sms).parts;
  return (
    <div className={classes['phone']}>
      <ol className={classes['bubble']} aria-label={t('preview.phone')}>
        {sms === null ? (
          parts.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have only their position
            <li key={at}>
              {text}
              {parts.length > 1 && <small>{t('preview.part', sizeOf(text, at, parts.length))}</small>}
            </li>
          ))
        ) : (
          <li>
            {parts.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have only their position
              <Fragment key={at}>
                {at > 0 && (
                  <span className={classes['seam']} title={t('preview.part', sizeOf(text, at, parts.length))} />
                )}
                {text}
              </Fragment>
            ))}
          </li>
        )}
      </ol>
    </div>
  );
}

const sizeOf = (text: string, at: number, of: number) => ({ part: at + 1, of, length: smsSize(text).units });
