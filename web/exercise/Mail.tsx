import { useTranslation } from 'react-i18next';
import { MailFrame } from '#web/fields/mail-text/MailFrame.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { AnswerButtons } from './AnswerButtons.tsx';
import classes from './Devices.module.css';
import { LinkedText } from './LinkedText.tsx';
import type { ExerciseMessage } from './queries.ts';
import { useMarkRead } from './useMarkRead.ts';

// links open in a new tab, because the mail is in a frame of the mailbox
const NEW_TAB = '<base target="_blank">';

const withNewTabs = (html: string): string =>
  /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${NEW_TAB}`) : NEW_TAB + html;

/** An opened mail: its HTML in a frame without scripts, or its text. */
export function Mail({ message }: { message: ExerciseMessage }) {
  const { t } = useTranslation('exercise');
  useMarkRead(message, true);
  return (
    <div className={classes['mail']}>
      {message.html ? (
        <MailFrame
          className={classes['frame']}
          title={message.subject || t('noSubject')}
          may="allow-popups allow-popups-to-escape-sandbox"
          html={withNewTabs(message.html)}
        />
      ) : (
        <LinkedText text={message.text} />
      )}
      {message.files.map((file) => (
        <a key={file.id} className={classes['file']} href={file.contentUrl} download={file.name ?? true}>
          <Icon name="download" size={20} />
          {file.name}
        </a>
      ))}
      <AnswerButtons message={message} />
    </div>
  );
}
