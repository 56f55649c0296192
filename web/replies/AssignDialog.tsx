import { Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { ChannelName } from '#web/messages/StatusBadges.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { AssignReplyMutation, type ReplyRow, type Suggestion, SuggestionsQuery } from './queries.ts';
import { ReplyText } from './ReplyText.tsx';
import classes from './replies.module.css';

type Props = {
  reply: ReplyRow;
  onClose: () => void;
  onReopen: (reply: Pick<ReplyRow, 'id' | 'version'>) => Promise<void>;
  onChanged: () => void;
};

/** Assigns a reply to a person; the likeliest person and the option that the text chooses are preselected. */
export function AssignDialog({ reply, onClose, onReopen, onChanged }: Props) {
  const { t } = useTranslation('replies');
  const [search, setSearch] = useState('');
  const state = useData(SuggestionsQuery, { id: reply.id, search: search || null }, { keepPrevious: true });
  return (
    <Dialog title={t('dialog.title')} onClose={onClose}>
      <Stack gap="md">
        <div>
          <Group gap="sm" mb={4}>
            <Text c="gray.6">{[...reply.senders.map(fullName), reply.from].join(' · ')}</Text>
            <ChannelName channel={reply.channel} />
          </Group>
          <ReplyText reply={reply} />
        </div>
        <SearchInput label={t('dialog.search')} value={search} onSearch={setSearch} />
        <QueryView state={state}>
          {(data) => (
            <Choice
              key={search}
              suggestions={data.reply?.suggestions ?? []}
              reply={reply}
              onClose={onClose}
              onReopen={onReopen}
              onChanged={onChanged}
            />
          )}
        </QueryView>
      </Stack>
    </Dialog>
  );
}

function Choice({ suggestions, reply, onClose, onReopen, onChanged }: Props & { suggestions: Suggestion[] }) {
  const { t } = useTranslation('replies');
  const { t: common } = useTranslation();
  const likely = suggestions.length === 1 || suggestions[0]?.sameAddress ? suggestions[0] : undefined;
  const [chosen, setChosen] = useState(likely?.recipient.id ?? '');
  const [code, setCode] = useState(likely?.option ?? '');
  const [minutes, setMinutes] = useState<number | string>(likely?.minutes ?? '');
  const [{ fetching }, assign] = useMutation(AssignReplyMutation);
  const suggestion = suggestions.find(({ recipient }) => recipient.id === chosen);
  const options = suggestion?.recipient.message.report.answerOptions ?? [];
  const option = options.find((one) => one.code === code);
  const choose = (id: string) => {
    const next = suggestions.find(({ recipient }) => recipient.id === id);
    setChosen(id);
    setCode(next?.option ?? '');
    setMinutes(next?.minutes ?? '');
  };
  const save = async () => {
    const { id, version } = reply;
    const stated = option?.askMinutes && minutes !== '' ? Number(minutes) : null;
    const { data, error } = await assign({ id, version, recipient: chosen, option: code, minutes: stated });
    onChanged();
    if (!data || error) return;
    const name = suggestion?.recipient.person ? fullName(suggestion.recipient.person) : '';
    undoToast(t('assigned', { name, option: option?.label }), () => void onReopen(data.assignReply));
    onClose();
  };
  if (!suggestions.length) return <EmptyState icon="search" title={t('dialog.none')} text={t('dialog.noneText')} />;
  return (
    <Stack gap="md">
      <Radio.Group value={chosen} onChange={choose} label={t('dialog.question')}>
        <ul className={classes['choices']}>
          {suggestions.map((one) => (
            <li key={one.recipient.id}>
              <Radio value={one.recipient.id} size="md" label={<Question suggestion={one} />} />
            </li>
          ))}
        </ul>
      </Radio.Group>
      {suggestion && (
        <Radio.Group value={code} onChange={setCode} label={t('dialog.answer')}>
          <ul className={classes['choices']}>
            {options.map((one) => (
              <li key={one.code}>
                <Radio value={one.code} size="md" label={one.label} />
              </li>
            ))}
          </ul>
        </Radio.Group>
      )}
      {option?.askMinutes && (
        <NumberInput
          label={t('dialog.minutes')}
          min={0}
          max={1440}
          allowDecimal={false}
          hideControls
          value={minutes}
          onChange={setMinutes}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button disabled={!option} loading={fetching} onClick={() => void save()}>
          {t('dialog.save')}
        </Button>
      </Group>
    </Stack>
  );
}

function Question({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useTranslation('replies');
  const { person, message, answer } = suggestion.recipient;
  const { report } = message;
  const said = answer?.option && t('dialog.said', { option: answer.option.label });
  return (
    <>
      <Text fw={600}>{person ? fullName(person) : ''}</Text>
      <Text c="gray.6" fz="sm">
        {[report.title, report.event.name, suggestion.sameAddress && t('dialog.sameAddress'), said]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}
