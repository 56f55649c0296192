import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The question a dialog asks; `danger` is for what cannot be taken back. */
export type ConfirmQuestion = { title: string; text?: ReactNode; danger?: boolean };
type Asked = ConfirmQuestion & { answer: (yes: boolean) => void };

const Context = createContext<((question: ConfirmQuestion) => Promise<boolean>) | null>(null);

type DialogProps = { question: ConfirmQuestion; opened: boolean; onAnswer: (yes: boolean) => void };

/** A question that is answered with Yes or No; closing the dialog means No. */
export function ConfirmDialog({ question, opened, onAnswer }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={() => onAnswer(false)}
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

/** Makes `useConfirm` work below it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const confirm = useCallback(
    (question: ConfirmQuestion) =>
      new Promise<boolean>((resolve) => {
        setAsked({ ...question, answer: resolve });
        setOpened(true);
      }),
    [],
  );
  return (
    <Context value={confirm}>
      {children}
      {asked && (
        <ConfirmDialog
          question={asked}
          opened={opened}
          onAnswer={(yes) => {
            setOpened(false);
            asked.answer(yes);
          }}
        />
      )}
    </Context>
  );
}

/** Asks a yes-or-no question: `if (await confirm({ title, text, danger: true })) …`. */
export function useConfirm(): (question: ConfirmQuestion) => Promise<boolean> {
  const confirm = use(Context);
  if (!confirm) throw new Error('useConfirm is used outside of ConfirmProvider');
  return confirm;
}
