import { NumberInput, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { directoryIntervals } from '#shared/directories.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { type DirectoryRow, UpdateDirectoryMutation } from './queries.ts';

type Props = { row: DirectoryRow; onClose: () => void; onSaved: () => void };

/** When a directory runs by itself, and when such a run waits for a person. */
export function ScheduleDialog({ row, onClose, onSaved }: Props) {
  const { t } = useTranslation(['directories', 'common']);
  const [{ fetching }, update] = useMutation(UpdateDirectoryMutation);
  const form = useForm({
    initialValues: {
      intervalHours: String(row.kind === 'scim' ? Math.min(1, row.intervalHours) : row.intervalHours),
      startHour: String(row.startHour),
      mostOffPercent: row.mostOffPercent,
      mostOffPeople: row.mostOffPeople,
    },
  });
  const submit = form.onSubmit(async ({ intervalHours, startHour, ...limits }) => {
    const times = { intervalHours: Number(intervalHours), startHour: Number(startHour) };
    const { error } = await update({ input: { id: row.id, version: row.version, ...limits, ...times } });
    if (error) return showFieldErrors(form, error);
    successToast(t('saved'));
    onSaved();
  });
  const isScim = row.kind === 'scim';
  const intervals = isScim
    ? ([0, 1] as const).map((value) => ({ value: String(value), label: t(`scimIntervals.${value}`) }))
    : directoryIntervals.map((value) => ({ value: String(value), label: t(`intervals.${value}`) }));
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: t('hour', { hour }) }));
  return (
    <Dialog title={t('schedule')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Select
            label={t('interval')}
            data={intervals}
            allowDeselect={false}
            data-autofocus
            {...form.getInputProps('intervalHours')}
          />
          {form.values.intervalHours !== '0' && !isScim && (
            <Select label={t('startHour')} data={hours} allowDeselect={false} {...form.getInputProps('startHour')} />
          )}
          <Text fz="sm" c="gray.7">
            {t(isScim ? 'scimLimitsHint' : 'limitsHint')}
          </Text>
          <NumberInput
            label={t('mostOffPercent')}
            min={0}
            max={100}
            suffix=" %"
            allowDecimal={false}
            {...form.getInputProps('mostOffPercent')}
          />
          <NumberInput
            label={t('mostOffPeople')}
            min={0}
            allowDecimal={false}
            {...form.getInputProps('mostOffPeople')}
          />
          <FormFoot submit={t('common:save')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
