import { Checkbox, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type ReportWay, reportWays } from '#shared/deadlines.ts';
import { limits } from '#shared/limits.ts';
import { DateTimeInput } from '#web/fields/DateTimeInput.tsx';
import { serverNow } from '#web/lib/clock.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { type Deadline, RecordDispatchMutation } from './queries.ts';

type Props = { deadline: Deadline; isRunning: boolean; onClose: () => void; onSaved: () => void };

const thisMinute = () => new Date(Math.floor(serverNow() / 60_000) * 60_000).toISOString();

/** Records that a report left: when, on which way, with which reference and text. */
export function DispatchDialog({ deadline, isRunning, onClose, onSaved }: Props) {
  const { t } = useTranslation('deadlines');
  const [{ fetching }, record] = useMutation(RecordDispatchMutation);
  const form = useForm({
    initialValues: {
      at: thisMinute() as string | null,
      way: 'PORTAL' as ReportWay,
      reference: '',
      text: deadline.draft ?? '',
      isProgress: false,
    },
    validate: { at: (at) => (at ? null : t('dispatch.atMissing')) },
  });
  const submit = form.onSubmit(async ({ at, ...values }) => {
    const { error } = await record({ id: deadline.id, at: at!, ...values });
    if (error) return showFieldErrors(form, error);
    onSaved();
    onClose();
  });
  return (
    <Dialog title={t('dispatch.title', { name: deadline.name })} size="xl" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{t('dispatch.about')}</Text>
          <DateTimeInput
            name="at"
            field={{ kind: 'dateTime' }}
            label={t('dispatch.at')}
            value={form.values.at}
            onChange={(at) => form.setFieldValue('at', typeof at === 'string' ? at : null)}
            error={form.errors['at']}
          />
          <Radio.Group label={t('dispatch.way')} {...form.getInputProps('way')}>
            <Stack gap="xs" mt="xs">
              {Object.keys(reportWays).map((way) => (
                <Radio key={way} value={way} label={t(`way.${way as ReportWay}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label={t('dispatch.reference')}
            description={t('dispatch.referenceHint')}
            maxLength={limits.nameMaximum}
            {...form.getInputProps('reference')}
          />
          <Textarea
            label={t('dispatch.text')}
            description={t('dispatch.textHint')}
            autosize
            minRows={4}
            maxRows={14}
            maxLength={limits.contentMaximum}
            {...form.getInputProps('text')}
          />
          {deadline.acceptsProgress && isRunning && (
            <Checkbox
              label={t('dispatch.progress')}
              description={t('dispatch.progressHint')}
              {...form.getInputProps('isProgress', { type: 'checkbox' })}
            />
          )}
          <FormFoot submit={t('dispatch.submit')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
