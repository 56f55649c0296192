import { Alert, NumberInput, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useMutation } from 'urql';
import { ConflictAlert } from '#web/contacts/ConflictAlert.tsx';
import { isConflict } from '#web/lib/client.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { ListFormQuery, SetStopLimitMutation } from './mutations.ts';
import type { ListDetails } from './queries.ts';

type Entry = ListDetails['listGroup']['edges'][number]['node'];
type Props = { list: ListDetails; entry: Entry; onClose: () => void };

const MOST_MINUTES = 1440;

/** Edits the limits of a group: the members it covers, the wanted number of positive answers, the wait for each. */
export function LimitDialog({ list, entry, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const { form, isStale, loading, reload, submit, busy } = useLimitForm({ list, entry, onClose });
  const isLimited = form.values.kind === 'limited';
  const isTooMany = isLimited && form.values.who === 'all' && Number(form.values.stopLimit) > entry.group.personTotal;
  return (
    <Dialog title={t('limit.title', { group: entry.group.name })} size="md" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {isStale && <ConflictAlert onReload={reload} loading={loading} />}
          <Radio.Group label={t('limit.who')} {...form.getInputProps('who')}>
            <Stack gap="sm" mt="sm">
              <Radio size="md" value="all" label={t('limit.whole')} />
              <Radio size="md" value="onDuty" label={t('limit.onDuty')} description={t('limit.onDutyHint')} />
            </Stack>
          </Radio.Group>
          <Radio.Group label={t('limit.label')} {...form.getInputProps('kind')}>
            <Stack gap="sm" mt="sm">
              <Radio size="md" value="everyone" label={t('limit.everyone')} description={t('limit.everyoneHint')} />
              <Radio size="md" value="limited" label={t('limit.limited')} description={t('limit.limitedHint')} />
            </Stack>
          </Radio.Group>
          {isLimited && (
            <>
              <NumberInput
                label={t('limit.count')}
                min={1}
                max={100_000}
                allowDecimal={false}
                allowNegative={false}
                required
                {...form.getInputProps('stopLimit')}
              />
              <NumberInput
                label={t('limit.wait')}
                description={t('limit.waitHint')}
                min={1}
                max={MOST_MINUTES}
                allowDecimal={false}
                allowNegative={false}
                {...form.getInputProps('waitMinutes')}
              />
            </>
          )}
          {isTooMany && (
            <Alert color="yellow" role="status">
              {t('limit.tooMany', { count: entry.group.personTotal })}
            </Alert>
          )}
          <FormFoot submit={common('save')} busy={busy} disabled={isStale} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function useLimitForm({ list, entry, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const client = useClient();
  const [{ fetching }, save] = useMutation(SetStopLimitMutation);
  const [version, setVersion] = useState(list.version);
  const [isStale, setStale] = useState(false);
  const [loading, setLoading] = useState(false);
  const form = useForm({
    initialValues: {
      who: entry.onDuty ? 'onDuty' : 'all',
      kind: entry.stopLimit === null ? 'everyone' : 'limited',
      stopLimit: (entry.stopLimit ?? 1) as number | string,
      waitMinutes: (entry.waitMinutes ?? '') as number | string,
    },
    validate: {
      stopLimit: (value, { kind }) => (kind === 'limited' && !(Number(value) >= 1) ? t('limit.countMissing') : null),
    },
  });
  const reload = async () => {
    setLoading(true);
    const { data } = await client.query(ListFormQuery, { id: list.id }).toPromise();
    setLoading(false);
    if (!data?.mailingList) return;
    setVersion(data.mailingList.version);
    setStale(false);
  };
  const submit = form.onSubmit(async ({ who, kind, stopLimit, waitMinutes }) => {
    const isLimited = kind === 'limited';
    const { error } = await save({
      list: list.id,
      group: entry.group.id,
      stopLimit: isLimited ? Number(stopLimit) : null,
      waitMinutes: isLimited && waitMinutes !== '' ? Number(waitMinutes) : null,
      onDuty: who === 'onDuty',
      version,
    });
    if (isConflict(error)) return setStale(true);
    if (error) return showFieldErrors(form, error);
    successToast(t('saved'));
    onClose();
  });
  return { form, isStale, loading, reload: () => void reload(), submit, busy: fetching };
}
