import { Alert, Checkbox, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { SetCouncilModeMutation } from './queries.ts';

type Props = { isOn: boolean; onClose: () => void; onSaved: () => void };

/** Switches works-council mode with a reason; switching it off shows what becomes visible. */
export function CouncilModeDialog({ isOn, onClose, onSaved }: Props) {
  const { t } = useTranslation('worksCouncil');
  const [{ fetching }, set] = useMutation(SetCouncilModeMutation);
  const form = useForm({
    initialValues: { reason: '', confirmed: false },
    validate: {
      reason: (reason) => (reason.trim() ? null : apiMessage('error_required')),
      confirmed: (confirmed) => (confirmed || !isOn ? null : apiMessage('error_required')),
    },
  });
  const submit = form.onSubmit(async ({ reason, confirmed }) => {
    const { error } = await set({ isOn: !isOn, reason, confirmed });
    if (error) return showFieldErrors(form, error);
    successToast(t(isOn ? 'dialog.savedOff' : 'dialog.savedOn'));
    onSaved();
  });
  return (
    <Dialog title={t(isOn ? 'mode.switchOff' : 'mode.switchOn')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Alert color={isOn ? 'yellow' : 'blue'} variant="light" icon={<Icon name="info" />}>
            {t(isOn ? 'dialog.offText' : 'dialog.onText')}
          </Alert>
          <Textarea
            label={t('dialog.reason')}
            description={t('dialog.reasonHint')}
            required
            autosize
            minRows={2}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          {isOn && (
            <Checkbox
              size="md"
              label={t('dialog.confirm')}
              {...form.getInputProps('confirmed', { type: 'checkbox' })}
            />
          )}
          <FormFoot submit={t(isOn ? 'mode.switchOff' : 'mode.switchOn')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
