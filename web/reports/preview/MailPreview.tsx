import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MailFrame } from '#web/fields/mail-text/MailFrame.tsx';
import classes from './preview.module.css';
import type { PreviewProps } from './queries.ts';

/** A mail as mail programs show it. */
export function MailPreview({ preview: { subject, html, parts } }: PreviewProps) {
  const { t } = useTranslation('drafts');
  const [height, setHeight] = useState(320);
  return (
    <div className={classes['card']}>
      <p className={classes['subject']}>
        <span>{t('preview.subject')}</span> {subject}
      </p>
      {html === null ? (
        parts.map(({ text }) => <p key={text}>{text}</p>)
      ) : (
        <MailFrame
          className={classes['frame']}
          height={height}
          title={t('preview.mail')}
          // links must not replace the preview; scaled to the width of a phone
          html={html.replace('<head>', '<head><base target="_blank">').replace('<html ', '<html style="zoom:0.75" ')}
          onShown={(body) => {
            const measure = () => setHeight(Math.ceil(body.getBoundingClientRect().height));
            new ResizeObserver(measure).observe(body); // ends with the document
          }}
        />
      )}
    </div>
  );
}
