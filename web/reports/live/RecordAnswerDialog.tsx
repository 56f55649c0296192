import { Button, Group, Modal, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toast } from '#web/lib/toasts/toast.ts';
import { RecordAnswerMutation } from '#web/messages/queries.ts';
import { answerLook } from '#web/messages/status.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './RecordAnswerDialog.module.css';

const OFFERED = [10, 20, 30, 45, 60];
const COLORS = { good: 'green', bad: 'red', warning: 'yellow', active: 'blue', neutral: 'gray' } as const;

type Option = ReportDetails['answerOptions'][number];
type Props = {
  recipient: string;
  name: string;
  options: readonly Option[];
  onClose: () => void;
  onChanged: () => void;
};

export function RecordAnswerDialog({ recipient, name, options, onClose, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [said, setSaid] = useState<Option>();
  const [text, setText] = useState('');
  const [{ fetching }, record] = useMutation(RecordAnswerMutation);
  const save = async (option: Option, minutes: number | null) => {
    const { error } = await record({ recipient, option: option.code, minutes, text: text.trim() || null });
    if (error) return;
    onChanged();
    // the answer is already recorded
    if (option.askMinutes && minutes === null) return setSaid(option);
    toast.success(t('record.done', { name }));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('record.title', { name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {said ? (
        <When said={said} busy={fetching} onSave={(minutes) => void save(said, minutes)} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text fw={650}>{t('record.answer')}</Text>
          <Stack gap="sm">
            {options.map((option, index) => (
              <Button
                key={option.code}
                size="lg"
                fullWidth
                color={COLORS[answerLook(option).tone]}
                justify="flex-start"
                leftSection={<Icon name={answerLook(option).icon} />}
                loading={fetching}
                data-autofocus={index === 0 || undefined}
                onClick={() => void save(option, null)}
              >
                {option.label}
              </Button>
            ))}
          </Stack>
          <Textarea
            label={t('record.text')}
            description={t('record.optional')}
            autosize
            minRows={1}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Stack>
      )}
    </Modal>
  );
}

type WhenProps = { said: Option; busy: boolean; onSave: (minutes: number) => void; onClose: () => void };

function When({ said, busy, onSave, onClose }: WhenProps) {
  const { t } = useTranslation('reports');
  const [minutes, setMinutes] = useState<number | string>('');
  const first = useRef<HTMLButtonElement>(null);
  // the focused element is gone
  useEffect(() => first.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text role="status" fw={650} className={classes['kept']}>
        <Icon name="checkCircle" size={20} className={classes['check']} />
        <span>{t('record.kept', { answer: said.label })}</span>
      </Text>
      <Text>{t('record.when')}</Text>
      <div className={classes['minutes']}>
        {OFFERED.map((offered, index) => (
          <Button
            key={offered}
            variant="default"
            size="lg"
            ref={index === 0 ? first : undefined}
            disabled={busy}
            onClick={() => onSave(offered)}
          >
            {t('record.inMinutes', { count: offered })}
          </Button>
        ))}
      </div>
      <Group gap="sm" align="flex-end">
        <NumberInput
          label={t('record.minutes')}
          min={0}
          max={1440}
          allowDecimal={false}
          hideControls
          value={minutes}
          onChange={setMinutes}
        />
        <Button variant="default" disabled={minutes === ''} loading={busy} onClick={() => onSave(Number(minutes))}>
          {t('record.save')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('record.noTime')}
        </Button>
      </Group>
    </Stack>
  );
}
