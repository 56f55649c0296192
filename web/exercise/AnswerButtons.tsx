import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { AnswerBadge } from '#web/messages/StatusBadges.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './Devices.module.css';
import { AnswerExerciseMessageMutation, type ExerciseMessage } from './queries.ts';

/** Answers in the person's place: by a button here, or on the page their link leads to. */
export function AnswerButtons({ message }: { message: ExerciseMessage }) {
  const { t } = useTranslation('exercise');
  const [{ fetching }, answer] = useMutation(AnswerExerciseMessageMutation);
  const [minutes, setMinutes] = useState<number | string>('');
  if (message.answerOptions.length === 0) return null;
  const asksMinutes = message.answerOptions.some(({ askMinutes }) => askMinutes);
  const give = (code: string, takesMinutes: boolean) =>
    void answer({ id: message.id, option: code, minutes: takesMinutes && minutes !== '' ? Number(minutes) : null });
  return (
    <div className={classes['answers']}>
      {message.answer && (
        <Group gap={8}>
          <Text fz="sm">{t('answered')}</Text> <AnswerBadge answer={message.answer} />
        </Group>
      )}
      {asksMinutes && (
        <NumberInput
          label={t('minutes')}
          min={0}
          max={1440}
          allowDecimal={false}
          hideControls
          size="sm"
          w={180}
          value={minutes}
          onChange={setMinutes}
        />
      )}
      <Group gap={8}>
        {message.answerOptions.map(({ code, label, askMinutes }) => (
          <Button key={code} variant="default" disabled={fetching} onClick={() => give(code, askMinutes)}>
            {label}
          </Button>
        ))}
        {message.answerUrl && (
          <Button
            component="a"
            href={message.answerUrl}
            target="_blank"
            rel="noopener noreferrer"
            variant="subtle"
            rightSection={<Icon name="external" size={18} />}
          >
            {t('openLink')}
          </Button>
        )}
      </Group>
    </div>
  );
}
