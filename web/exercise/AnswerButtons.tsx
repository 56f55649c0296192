import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { AnswerBadge } from '#web/messages/StatusBadges.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './Devices.module.css';
import { AnswerExerciseMessageMutation, type ExerciseMessage } from './queries.ts';

/** Answers for the person: by a button here, or on the page of their link. */
export function AnswerButtons({ message }: { message: ExerciseMessage }) {
  const { t } = useTranslation('exercise');
  const [changing, setChanging] = useState(false);
  if (message.answerOptions.length === 0) return null;
  return (
    <div className={classes['answers']}>
      {message.answer && (
        <Group gap={8}>
          <Text fz="sm">{t('answered')}</Text> <AnswerBadge answer={message.answer} />
          {!changing && (
            <Button variant="subtle" px="xs" onClick={() => setChanging(true)}>
              {t('change')}
            </Button>
          )}
        </Group>
      )}
      {(!message.answer || changing) && <Options message={message} onDone={() => setChanging(false)} />}
    </div>
  );
}

function Options({ message, onDone }: { message: ExerciseMessage; onDone: () => void }) {
  const { t } = useTranslation('exercise');
  const [{ fetching }, answer] = useMutation(AnswerExerciseMessageMutation);
  const [minutes, setMinutes] = useState<number | string>('');
  const asksMinutes = message.answerOptions.some(({ askMinutes }) => askMinutes);
  const give = async (option: string, takesMinutes: boolean) => {
    const given = takesMinutes && minutes !== '' ? Number(minutes) : null;
    const { error } = await answer({ id: message.id, option, minutes: given });
    if (!error) onDone();
  };
  return (
    <>
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
          <Button key={code} variant="default" disabled={fetching} onClick={() => void give(code, askMinutes)}>
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
    </>
  );
}
