import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MailFrame } from './MailFrame.tsx';
import classes from './mail.module.css';
import type { PreviewedMail as Preview } from './queries.ts';

/** Previews a mail as HTML and as plain text. */
export function SystemMailPreview({ preview: { subject, html, text } }: { preview: Preview }) {
  const { t } = useTranslation('fields');
  const [kind, setKind] = useState('html');
  return (
    <section className={classes['preview']} aria-label={t('mail.preview')}>
      <div className={classes['head']}>
        <Text fw={650}>{t('mail.preview')}</Text>
        <SegmentedControl
          aria-label={t('mail.preview')}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'html', label: t('mail.html') },
            { value: 'text', label: t('mail.text') },
          ]}
        />
      </div>
      <p className={classes['subject']}>
        <span>{t('mail.subject')}</span> {subject}
      </p>
      {kind === 'html' ? (
        <MailFrame
          className={classes['frame']}
          title={t('mail.preview')}
          // links must not replace the preview
          html={html.replace('<head>', '<head><base target="_blank">')}
        />
      ) : (
        <pre className={classes['plain']}>{text}</pre>
      )}
    </section>
  );
}
