import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './preview.module.css';
import type { PreviewProps } from './queries.ts';

/** A notification with its answers as buttons. */
export function NoticePreview({ preview: { subject, parts, answers } }: PreviewProps) {
  const { t } = useTranslation('drafts');
  return (
    <div className={classes['phone']}>
      <div className={classes['notice']}>
        <div className={classes['noticeTitle']}>
          <Icon name="alarm" size={18} /> {subject}
        </div>
        {parts.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
        {answers.length > 0 && (
          <ul className={classes['answers']} aria-label={t('preview.answers')}>
            {answers.map(({ code, label }) => (
              <li key={code}>{label}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
