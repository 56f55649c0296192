import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toLocalInput } from '#shared/zoned.ts';
import { DayInput } from '#web/fields/DayInput.tsx';
import { typedDay } from '#web/fields/dates.ts';
import { serverNow } from '#web/lib/clock.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useSystem } from '#web/lib/system.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { RecordRehearsalMutation } from './queries.ts';

type Props = { onClose: () => void; onSaved: () => void };

/** Enters the day of a rehearsal. */
export function RehearsalDialog({ onClose, onSaved }: Props) {
  const { t } = useTranslation(['secondPlace', 'common']);
  const { timeZone } = useSystem();
  const [{ fetching }, record] = useMutation(RecordRehearsalMutation);
  const today = toLocalInput(new Date(serverNow()), timeZone).slice(0, 10);
  const form = useForm({
    initialValues: { day: today },
    validate: { day: (day) => (typedDay(day) ? null : apiMessage('error_invalid_date')) },
  });
  const submit = form.onSubmit(async ({ day }) => {
    const { error } = await record({ day });
    if (error) return showFieldErrors(form, error);
    successToast(t('rehearsal.saved'));
    onSaved();
  });
  return (
    <Dialog title={t('rehearsal.enter')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <DayInput
            label={t('rehearsal.day')}
            description={t('rehearsal.hint')}
            maxDate={today}
            value={form.values.day}
            onChange={(day) => form.setFieldValue('day', day)}
            error={form.errors['day']}
          />
          <FormFoot submit={t('common:save')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
