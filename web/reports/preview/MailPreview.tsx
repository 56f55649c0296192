import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewProps } from './PreviewBody.tsx';
import classes from './preview.module.css';

/** A mail as mail programs show it. */
export function MailPreview({ preview: { subject, html, parts } }: PreviewProps) {
  const { t } = useTranslation('reports');
  const [height, setHeight] = useState(320);
  return (
    <div className={classes['card']}>
      <p className={classes['subject']}>
        <span>{t('preview.subject')}</span> {subject}
      </p>
      {html === null ? (
        parts.map(({ text }) => <p key={text}>{text}</p>)
      ) : (
        // no script runs in it; its own origin lets the page measure it
        <iframe
          className={classes['frame']}
          style={{ height }}
          title={t('preview.mail')}
          sandbox="allow-same-origin"
          srcDoc={html.replace('<head>', '<head><base target="_blank">')}
          onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.body.scrollHeight ?? 320)}
        />
      )}
    </div>
  );
}
