import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type ReportDetails, UpdateReportMutation } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './AnswerOptionsEditor.module.css';

type Option = ReportDetails['answerOptions'][number];
type Props = { report: ReportDetails; editable: boolean; onChanged: () => void; children: ReactNode };

/** Shows the answer options and opens a dialog to edit them. */
export function AnswerOptionsEditor({ report, editable, onChanged, children }: Props) {
  const { t } = useTranslation('reports');
  const [editing, dialog] = useDisclosure(false);
  return (
    <Group gap="sm">
      {children}
      {editable && (
        <Button variant="subtle" leftSection={<Icon name="edit" />} onClick={dialog.open}>
          {t('answers.edit')}
        </Button>
      )}
      {editing && <OptionsDialog report={report} onClose={dialog.close} onChanged={onChanged} />}
    </Group>
  );
}

function OptionsDialog({ report, onClose, onChanged }: Omit<Props, 'children' | 'editable'> & { onClose: () => void }) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [options, setOptions] = useState<Option[]>(report.answerOptions);
  const [{ fetching }, update] = useMutation(UpdateReportMutation);
  const isRollCall = report.answerOptions.some(({ safety }) => safety);
  const change = (at: number, part: Partial<Option>) =>
    setOptions(options.map((option, index) => (index === at ? { ...option, ...part } : option)));
  const add = () => {
    const code = String(1 + Math.max(0, ...options.map((option) => Number(option.code) || 0)));
    const safety = isRollCall ? ('NEEDS_HELP' as const) : null;
    setOptions([...options, { code, label: '', labelDe: '', labelEn: '', kind: 'NEUTRAL', askMinutes: false, safety }]);
  };
  const hasBoth = (['SAFE', 'NEEDS_HELP'] as const).every((one) => options.some(({ safety }) => safety === one));
  const isComplete =
    (hasBoth || !isRollCall) && options.length > 0 && options.every(({ labelDe }) => labelDe.trim() !== '');
  const save = async () => {
    const answerOptions = options.map(({ label: _label, labelDe, ...option }) => ({ ...option, label: labelDe }));
    const { error } = await update({ input: { id: report.id, answerOptions } });
    if (error) return;
    onChanged();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('answers.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        {options.map((option, index) => (
          <OptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and their code may change
            key={index}
            option={option}
            onChange={(part) => change(index, part)}
            onRemove={() => setOptions(options.filter((_, at) => at !== index))}
          />
        ))}
        <Group>
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={add} disabled={options.length >= 9}>
            {t('answers.add')}
          </Button>
        </Group>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button onClick={() => void save()} loading={fetching} disabled={!isComplete}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type RowProps = { option: Option; onChange: (part: Partial<Option>) => void; onRemove: () => void };

function OptionRow({ option, onChange, onRemove }: RowProps) {
  const { t } = useTranslation(['reports', 'rollCall']);
  const meanings = option.safety
    ? (['SAFE', 'NEEDS_HELP'] as const).map((value) => ({ value, label: t(`rollCall:kind.${value}`) }))
    : (['POSITIVE', 'NEGATIVE', 'NEUTRAL'] as const).map((value) => ({ value, label: t(`answers.kind.${value}`) }));
  return (
    <div className={classes['row']}>
      <TextInput
        label={t('answers.label', { code: option.code })}
        value={option.labelDe}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ labelDe: currentTarget.value })}
      />
      <TextInput
        label={t('answers.labelEn', { code: option.code })}
        value={option.labelEn ?? ''}
        placeholder={option.labelDe}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ labelEn: currentTarget.value })}
      />
      <NativeSelect
        label={t('answers.meaning')}
        value={option.safety ?? option.kind}
        data={meanings}
        onChange={({ currentTarget: { value } }) =>
          onChange(option.safety ? { safety: value as Option['safety'] } : { kind: value as Option['kind'] })
        }
      />
      <Button
        variant="subtle"
        color="gray"
        px="sm"
        onClick={onRemove}
        aria-label={t('answers.remove', { label: option.labelDe })}
      >
        <Icon name="trash" />
      </Button>
    </div>
  );
}
