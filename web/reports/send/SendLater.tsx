import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Input } from '#web/fields/Input.tsx';
import { serverNow } from '#web/lib/clock.ts';

const HOUR = 3_600_000;

/** Schedules a message; null means at once. */
export function SendLater({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { t } = useTranslation('drafts');
  return (
    <Stack gap="sm">
      <Checkbox
        size="md"
        checked={value !== null}
        label={t('later.label')}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? new Date(serverNow() + HOUR).toISOString() : null)
        }
      />
      {value !== null && (
        <Input
          name="sendAt"
          field={{ kind: 'dateTime' }}
          label={t('later.time')}
          value={value}
          onChange={(chosen) => onChange((chosen as string | null) ?? value)}
        />
      )}
    </Stack>
  );
}
