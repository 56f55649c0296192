import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The question a dialog asks; `danger` is for what cannot be taken back. */
export type ConfirmQuestion = { title: string; text?: ReactNode; danger?: boolean };

/** A question and what is done with its answer. */
export type ConfirmProps = { question: ConfirmQuestion; opened: boolean; onAnswer: (yes: boolean) => void };

/** A question that is answered with Yes or No; closing the dialog means No. */
export function ConfirmDialog({ question, opened, onAnswer }: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={() => onAnswer(false)}
      closeOnClickOutside
      zIndex={getDefaultZIndex('modal') + 1} // it is kept, and a dialog that opened since would lie above it
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
