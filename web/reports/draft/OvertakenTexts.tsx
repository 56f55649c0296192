import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import type { Overtaken } from '#web/reports/preview/typed.ts';
import classes from '#web/reports/text/EditableText.module.css';
import { Icon } from '#web/ui/Icon.tsx';

type Props = { texts: readonly Overtaken[]; onForget: (text: Overtaken) => void };

/** Unsaved text whose message left without it, for copying. */
export function OvertakenTexts({ texts, onForget }: Props) {
  const { t } = useTranslation('reports');
  return texts.map((overtaken) => {
    const { name, channel, text } = overtaken;
    return (
      <Alert
        key={name}
        color="yellow"
        icon={<Icon name="edit" />}
        title={[channel, t('overtaken.title')].filter(Boolean).join(': ')}
        w="100%"
        maw={1140}
        mx="auto"
        mb="lg"
      >
        <Text inherit mb="sm">
          {t('overtaken.text')}
        </Text>
        <div className={classes['paper']}>
          <Text fw={650} mb={8}>
            {text.title}
          </Text>
          <AuthorText text={text.content} />
        </div>
        <Button variant="default" mt="sm" leftSection={<Icon name="trash" />} onClick={() => onForget(overtaken)}>
          {t('discard.channel')}
        </Button>
      </Alert>
    );
  });
}
