import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Posts } from './Posts.tsx';
import type { MessageRow } from './queries.ts';
import { isTooLarge } from './status.ts';

type Props = { message: MessageRow; mode: 'LIVE' | 'EXERCISE' | 'TEST' };

/** The state of a publication: time and place. */
export function Published({ message, mode }: Props) {
  const { t } = useTranslation('messages');
  const { status, messageResult, sentAt } = message;
  if (messageResult.sent + messageResult.delivered + messageResult.read === 0) {
    const isUnsure = messageResult.error === 'outcome_unknown';
    const word = isTooLarge(message) ? 'tooLarge' : isUnsure ? 'unknown' : status;
    return <Text c="gray.6">{t(`publishedText.${word}`)}</Text>;
  }
  return (
    <div>
      <Text c="gray.6" component="div">
        {mode === 'LIVE' ? t('published.at') : t('published.exercise')} {sentAt && <DateTime value={sentAt} />}
      </Text>
      <Posts posts={messageResult.posts} />
    </div>
  );
}
