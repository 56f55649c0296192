import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSystem } from '#web/lib/system.tsx';
import { fromLocalInput, toLocalInput } from '#web/lib/zoned.ts';

const HOUR = 3_600_000;

/** Lets a message go at a later time; an hour from now to begin with. Null means at once. */
export function SendLater({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  return (
    <Stack gap="sm">
      <Checkbox
        size="md"
        checked={value !== null}
        label={t('later.label')}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? new Date(Date.now() + HOUR).toISOString() : null)
        }
      />
      {value !== null && (
        <TextInput
          type="datetime-local"
          label={t('later.time')}
          value={toLocalInput(value, timeZone)}
          min={toLocalInput(new Date(), timeZone)}
          onChange={({ currentTarget }) => onChange(fromLocalInput(currentTarget.value, timeZone) ?? value)}
        />
      )}
    </Stack>
  );
}
