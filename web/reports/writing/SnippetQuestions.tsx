import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { useFirstFocus } from './useFirstFocus.ts';

type Props = {
  questions: readonly { name: string; question: string }[];
  onBack: () => void;
  onAnswer: (answers: Record<string, string>) => void;
};

/** Asks for a snippet's placeholders. Enter goes on, and inserts after the last question. Empty answers stay placeholders. */
export function SnippetQuestions({ questions, onBack, onAnswer }: Props) {
  const { t } = useTranslation('drafts');
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const first = useFirstFocus();
  const insert = () =>
    onAnswer(Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer.trim()])));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    // the surrounding form must not be submitted
    event.preventDefault();
    const inputs = [...(event.currentTarget.closest('[data-questions]')?.querySelectorAll('input') ?? [])];
    const next = inputs[inputs.indexOf(event.currentTarget) + 1];
    if (next) next.focus();
    else insert();
  };
  return (
    <Stack gap="md" data-questions>
      {questions.map(({ name, question }, at) => (
        <TextInput
          key={name}
          label={question}
          ref={at === 0 ? first : null}
          maxLength={500}
          enterKeyHint={at < questions.length - 1 ? 'next' : 'done'}
          value={answers[name] ?? ''}
          onChange={({ currentTarget: { value } }) => setAnswers((before) => ({ ...before, [name]: value }))}
          onKeyDown={onKeyDown}
        />
      ))}
      <Group justify="space-between" gap="sm">
        <Button variant="default" onClick={onBack}>
          {t('snippets.back')}
        </Button>
        <Button leftSection={<Icon name="check" />} onClick={insert}>
          {t('snippets.insert')}
        </Button>
      </Group>
    </Stack>
  );
}
