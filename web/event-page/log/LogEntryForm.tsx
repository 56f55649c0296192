import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { serverNow } from '#web/lib/clock.ts';
import { keepUnsent } from '#web/lib/kept/unsent.ts';
import { randomKey } from '#web/lib/keys.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { dismissErrorToast, successToast } from '#web/lib/toasts.ts';
import { isUncertain } from '#web/messages/launch-keys.ts';
import { useBegunEntry } from './begun-entries.ts';
import { MomentInput } from './MomentInput.tsx';
import { AddLogEntryMutation } from './queries.ts';

type Props = {
  event: { id: string; name: string };
  /** The form's accessible name; default: the event's name. */
  label?: string;
  /** Saves unfinished text when the form unmounts. */
  keepsAtLeave?: boolean;
  /** Lets the user set when it happened; default: the time of writing. */
  choosesTime?: boolean;
  /** The entry to correct. */
  corrects?: { id: string; text: string; happenedAt: string };
  onCancel?: () => void;
  onSaved: () => void;
};

const isAhead = (moment: string | null) => moment !== null && Date.parse(moment) > serverNow() + 60_000;

/**
 * Writes a manual log entry. If the server is unreachable, the device stores it for later. Text written while one entry is being
 * saved becomes the next.
 */
export function LogEntryForm(props: Props) {
  const { event, label = event.name, keepsAtLeave = false, choosesTime = false, corrects, onCancel, onSaved } = props;
  const { t } = useTranslation('events');
  const { t: common } = useTranslation();
  const [text, setText] = useBegunEntry(corrects?.id ?? event.id, corrects?.text);
  // a correction keeps the time of the original by default
  const [happenedAt, setHappenedAt] = useState(corrects?.happenedAt ?? null);
  const [asksTime, setAsksTime] = useState(corrects !== undefined);
  const [{ fetching }, add] = useMutation(AddLogEntryMutation);
  const key = useRef(randomKey());
  const field = useRef<HTMLTextAreaElement>(null);
  const entry = text.trim();
  const isSame = corrects !== undefined && entry === corrects.text && happenedAt === corrects.happenedAt;
  const said = { text: entry, ...(corrects && { corrects: corrects.id }) };
  const keepEntry = (id: string) => {
    const about = { id: event.id, name: event.name };
    const at = happenedAt ?? new Date(serverNow()).toISOString();
    return keepUnsent({ kind: 'note', id, event: about, ...said, happenedAt: at });
  };
  const written = useRef(text);
  const change = (to: string) => {
    setText(to);
    written.current = to;
    key.current = randomKey(); // a changed text is a new entry
  };
  const changeTime = (to: string | null) => {
    setHappenedAt(to);
    key.current = randomKey();
  };
  const save = async () => {
    const mine = key.current;
    const { error } = await add({ event: event.id, ...said, happenedAt, key: mine });
    if (error && !(isUncertain(error) && (await keepEntry(mine)))) return;
    if (error) {
      dismissErrorToast();
      toast.info(t('log.keptHere'));
    } else successToast(t('log.saved'));
    if (key.current === mine) {
      change('');
      changeTime(null);
      setAsksTime(false);
    } else if (written.current.startsWith(text)) change(written.current.slice(text.length).trimStart());
    onSaved();
  };
  const leave = useEffectEvent(() => {
    if (!keepsAtLeave || !entry) return;
    void keepEntry(key.current);
    setText('');
  });
  useEffect(() => () => leave(), []);
  const isCorrection = corrects !== undefined;
  useEffect(() => {
    if (isCorrection) field.current?.focus();
  }, [isCorrection]);
  return (
    <Stack
      component="form"
      aria-label={corrects ? t('log.correct') : label}
      gap="xs"
      mb="lg"
      mt={corrects ? 'sm' : 0}
      onSubmit={(submitted: FormEvent) => {
        submitted.preventDefault();
        void save();
      }}
    >
      <Textarea
        label={corrects ? t('log.rightText') : t('log.write')}
        placeholder={t('log.placeholder')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        readOnly={isCorrection && fetching} // the form closes afterwards
        ref={field}
      />
      {choosesTime && asksTime && (
        <MomentInput
          name="happenedAt"
          label={t('log.happenedAt')}
          description={t('log.happenedHint')}
          value={happenedAt}
          onChange={changeTime}
          error={isAhead(happenedAt) && t('log.inFuture')}
        />
      )}
      <Group justify="space-between" gap="sm">
        <Text c="gray.6" fz="sm">
          {t(corrects ? 'log.stays' : 'log.fixed')}
        </Text>
        <Group gap="sm">
          {choosesTime && !asksTime && (
            <Button variant="subtle" onClick={() => setAsksTime(true)}>
              {t('log.earlier')}
            </Button>
          )}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {common('cancel')}
            </Button>
          )}
          <Button type="submit" disabled={entry === '' || isSame || isAhead(happenedAt)} loading={fetching}>
            {t(corrects ? 'log.saveCorrection' : 'log.save')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
