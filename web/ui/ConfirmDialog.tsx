import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** `danger` marks irreversible actions. */
export type ConfirmQuestion = { title: string; text?: ReactNode; danger?: boolean };

/** The props of a confirmation. */
export type ConfirmProps = { question: ConfirmQuestion; opened: boolean; onAnswer: (yes: boolean) => void };

/** A yes-or-no question; closing means no. */
export function ConfirmDialog({ question, opened, onAnswer }: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={() => onAnswer(false)}
      closeOnClickOutside
      zIndex={getDefaultZIndex('modal') + 1} // the dialog stays mounted, so a dialog opened later would cover it
      title={
        <Text fw={650} fz="lg" component="span">
          {question.title}
        </Text>
      }
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="lg">
        {question.text && <Text component="div">{question.text}</Text>}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            miw={96}
            onClick={() => onAnswer(false)}
            data-autofocus={question.danger || undefined}
          >
            {t('no')}
          </Button>
          <Button
            miw={96}
            color={question.danger ? 'red' : 'blue'}
            onClick={() => onAnswer(true)}
            data-autofocus={!question.danger || undefined}
          >
            {t('yes')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
