import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Choice } from '#shared/person-data.ts';
import { type FieldOf, type InputProps, useFrame } from '#web/fields/frame.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { moveTo } from '#web/ui/sortable/order.ts';
import { SortableList } from '#web/ui/sortable/SortableList.tsx';
import classes from './ChoicesInput.module.css';

/** The options of a select in order, in both languages; empty for other types of data. */
export function ChoicesInput(props: InputProps<FieldOf<'json'>>) {
  const { t } = useTranslation('fields');
  const { description, error } = useFrame(props);
  const choices = (props.value ?? []) as Choice[];
  const { label, onChange, values } = props;
  if (values && values['fieldType'] !== 'select') return null;
  const nameOf = (choice: Choice) => choice.label || t('choices.unnamed');
  const change = (next: Choice[]) => onChange(next.length ? next : null);
  const put = (choice: Choice) => change(choices.map((other) => (other.value === choice.value ? choice : other)));
  const move = (id: string, place: number) =>
    change(
      moveTo(
        choices.map(({ value }) => String(value)),
        id,
        place,
      ).map((one) => choices.find(({ value }) => String(value) === one)!),
    );
  return (
    <Fieldset legend={label} aria-label={label}>
      <Stack gap="sm" className={classes['choices'] ?? ''}>
        {description && <Text c="gray.6">{description}</Text>}
        {error && (
          <Text c="red.8" role="alert">
            {error}
          </Text>
        )}
        <SortableList
          items={choices}
          idOf={({ value }) => String(value)}
          nameOf={nameOf}
          onMove={move}
          actions={(choice) => (
            <ActionIcon
              color="red"
              aria-label={t('choices.remove', { name: nameOf(choice) })}
              onClick={() => change(choices.filter(({ value }) => value !== choice.value))}
            >
              <Icon name="trash" />
            </ActionIcon>
          )}
        >
          {(choice, at) => <Words choice={choice} at={at} onChange={put} />}
        </SortableList>
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            onClick={() => change([...choices, { value: nextNumber(choices), label: '' }])}
          >
            {t('choices.add')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

const nextNumber = (choices: readonly Choice[]): number => Math.max(0, ...choices.map(({ value }) => value)) + 1;

type WordsProps = { choice: Choice; at: number; onChange: (choice: Choice) => void };

function Words({ choice, at, onChange }: WordsProps) {
  const { t } = useTranslation('fields');
  return (
    <div className={classes['words']}>
      <TextInput
        aria-label={t('choices.german', { place: at + 1 })}
        placeholder={t('choices.germanHint')}
        maxLength={200}
        value={choice.label}
        onChange={({ currentTarget }) => onChange({ ...choice, label: currentTarget.value })}
      />
      <TextInput
        aria-label={t('choices.english', { place: at + 1 })}
        placeholder={t('choices.englishHint')}
        maxLength={200}
        value={choice.labelEn ?? ''}
        onChange={({ currentTarget }) => onChange({ ...choice, labelEn: currentTarget.value })}
      />
    </div>
  );
}
