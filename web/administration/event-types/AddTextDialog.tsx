import { SegmentedControl, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type { EntityRow } from '#web/fields/frame.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { ChooseSnippet } from './ChooseSnippet.tsx';
import { AssignSnippetMutation, CreateSnippetMutation, type ReportType } from './queries.ts';
import { TextFields, type TextValues, useTextRules } from './TextFields.tsx';

type Props = { eventType: EntityRow; reportType: ReportType; onDone: () => void; onClose: () => void };

/** Assigns a new or existing text to an event type and a type of report. */
export function AddTextDialog({ eventType, reportType, onDone, onClose }: Props) {
  const { t } = useTranslation('administration');
  const [way, setWay] = useState('new');
  const [, assign] = useMutation(AssignSnippetMutation);
  const add = async (snippet: string, name: string) => {
    const { error } = await assign({
      input: { name, snippet, eventType: eventType.id, reportType: reportType.id },
    });
    if (error) return false;
    successToast(t('texts.added'));
    onDone();
    return true;
  };
  return (
    <Dialog title={t('texts.addTo', { name: reportType.name })} size="xl" onClose={onClose}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('texts.way')}
          value={way}
          onChange={setWay}
          data={[
            { value: 'new', label: t('texts.new') },
            { value: 'existing', label: t('texts.existing') },
          ]}
        />
        {way === 'new' ? (
          <NewText name={`${String(eventType['name'])}: ${reportType.name}`} onMade={add} onClose={onClose} />
        ) : (
          <ChooseSnippet onChoose={add} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

type NewProps = {
  name: string;
  /** Assigns the created snippet; resolves to whether that worked. */
  onMade: (snippet: string, name: string) => Promise<boolean>;
  onClose: () => void;
};

function NewText({ name, onMade, onClose }: NewProps) {
  const { t } = useTranslation(['administration', 'common']);
  const form = useForm<TextValues>({ initialValues: { name, content: '' }, validate: useTextRules() });
  const [busy, setBusy] = useState(false);
  // created once: if only the assignment fails, a retry must not create the text again
  const [made, setMade] = useState<string>();
  const [, create] = useMutation(CreateSnippetMutation);
  const submit = async (values: TextValues) => {
    setBusy(true);
    const { data, error } = made ? { data: null, error: undefined } : await create({ input: values });
    const snippet = made ?? data?.createSnippet.id;
    setMade(snippet);
    if (error) showFieldErrors(form, error);
    if (!snippet || !(await onMade(snippet, values.name))) setBusy(false);
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <TextFields form={form} />
        <FormFoot submit={t('texts.add')} busy={busy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
