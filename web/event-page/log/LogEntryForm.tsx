import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentInput } from './MomentInput.tsx';
import { type LogEntryProps, useLogEntry } from './useLogEntry.ts';

type Props = LogEntryProps & {
  /** The form's accessible name; default: the event's name. */
  label?: string;
  /** Lets the user set when it happened; default: the time of writing. */
  choosesTime?: boolean;
  onCancel?: () => void;
};

/**
 * Writes a manual log entry. If the server is unreachable, the device stores it for later. Text written while one entry is being
 * saved becomes the next.
 */
export function LogEntryForm(props: Props) {
  const { event, label = event.name, choosesTime = false, corrects, onCancel } = props;
  const { t } = useTranslation('events');
  const { t: common } = useTranslation();
  const { text, happenedAt, asksTime, isAhead, isSaving, ...entry } = useLogEntry(props);
  const field = useRef<HTMLTextAreaElement>(null);
  const isCorrection = corrects !== undefined;
  useEffect(() => {
    if (isCorrection) field.current?.focus();
  }, [isCorrection]);
  return (
    <Stack
      component="form"
      aria-label={corrects ? t('log.correct') : label}
      gap="xs"
      mb="lg"
      mt={corrects ? 'sm' : 0}
      onSubmit={(submitted: FormEvent) => {
        submitted.preventDefault();
        void entry.save();
      }}
    >
      <Textarea
        label={corrects ? t('log.rightText') : t('log.write')}
        placeholder={t('log.placeholder')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={text}
        onChange={({ currentTarget }) => entry.change(currentTarget.value)}
        readOnly={isCorrection && isSaving} // the form closes afterwards
        ref={field}
      />
      {choosesTime && asksTime && (
        <MomentInput
          name="happenedAt"
          label={t('log.happenedAt')}
          description={t('log.happenedHint')}
          value={happenedAt}
          onChange={entry.changeTime}
          error={isAhead && t('log.inFuture')}
        />
      )}
      <Group justify="space-between" gap="sm">
        <Text c="gray.6" fz="sm">
          {t(corrects ? 'log.stays' : 'log.fixed')}
        </Text>
        <Group gap="sm">
          {choosesTime && !asksTime && (
            <Button variant="subtle" onClick={entry.askTime}>
              {t('log.earlier')}
            </Button>
          )}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {common('cancel')}
            </Button>
          )}
          <Button type="submit" disabled={!entry.isNew || isAhead} loading={isSaving}>
            {t(corrects ? 'log.saveCorrection' : 'log.save')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
