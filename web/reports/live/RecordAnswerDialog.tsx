import { Button, Group, Modal, NumberInput, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'react-toastify';
import { useMutation } from 'urql';
import { RecordAnswerMutation } from '#web/messages/queries.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import classes from './RecordAnswerDialog.module.css';

type Props = {
  recipient: string;
  name: string;
  options: ReportDetails['answerOptions'];
  onClose: () => void;
  onChanged: () => void;
};

/** Writes down what someone said on the phone. */
export function RecordAnswerDialog({ recipient, name, options, onClose, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [code, setCode] = useState('');
  const [minutes, setMinutes] = useState<number | string>('');
  const [text, setText] = useState('');
  const [{ fetching }, record] = useMutation(RecordAnswerMutation);
  const option = options.find((each) => each.code === code);
  const save = async () => {
    const { error } = await record({
      recipient,
      option: code,
      minutes: option?.askMinutes && minutes !== '' ? Number(minutes) : null,
      text: text.trim() || null,
    });
    if (error) return;
    toast.success(t('record.done', { name }));
    onChanged();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('record.title', { name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        <Radio.Group value={code} onChange={setCode} label={t('record.answer')}>
          <Stack gap={0}>
            {options.map((each) => (
              <Radio
                key={each.code}
                value={each.code}
                size="md"
                label={each.label}
                classNames={{ body: classes['option'] ?? '' }}
              />
            ))}
          </Stack>
        </Radio.Group>
        {option?.askMinutes && (
          <NumberInput
            label={t('record.minutes')}
            description={t('record.optional')}
            min={0}
            max={1440}
            allowDecimal={false}
            hideControls
            value={minutes}
            onChange={setMinutes}
          />
        )}
        <Textarea
          label={t('record.text')}
          description={t('record.optional')}
          autosize
          minRows={2}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={code === ''} loading={fetching} onClick={() => void save()}>
            {t('record.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
