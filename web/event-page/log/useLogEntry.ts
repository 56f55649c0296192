import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { serverNow } from '#web/lib/clock.ts';
import { randomKey } from '#web/lib/keys.ts';
import { addToOutbox } from '#web/lib/offline-store/outbox.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { dismissErrorToast, successToast } from '#web/lib/toasts.ts';
import { isUncertain } from '#web/messages/launch-keys.ts';
import { useBegunEntry } from './begun-entries.ts';
import { AddLogEntryMutation } from './queries.ts';

/** The event of a log entry, and the handling of its text. */
export type LogEntryProps = {
  event: { id: string; name: string };
  /** Saves unfinished text when the form unmounts. */
  keepsAtLeave?: boolean;
  /** The entry to correct. */
  corrects?: { id: string; text: string; happenedAt: string };
  onSaved: () => void;
};

const isInFuture = (moment: string | null) => moment !== null && Date.parse(moment) > serverNow() + 60_000;

/** Keeps the text and time of an unfinished log entry and saves it; if the server is unreachable, on the device. */
export function useLogEntry({ event, keepsAtLeave = false, corrects, onSaved }: LogEntryProps) {
  const { t } = useTranslation('events');
  const [text, setText] = useBegunEntry(corrects?.id ?? event.id, corrects?.text);
  // a correction keeps the time of the original by default
  const [happenedAt, setHappenedAt] = useState(corrects?.happenedAt ?? null);
  const [asksTime, setAsksTime] = useState(corrects !== undefined);
  const [{ fetching }, add] = useMutation(AddLogEntryMutation);
  const key = useRef(randomKey());
  const entry = text.trim();
  const isSame = corrects !== undefined && entry === corrects.text && happenedAt === corrects.happenedAt;
  const said = { text: entry, ...(corrects && { corrects: corrects.id }) };
  const keepEntry = (id: string) => {
    const about = { id: event.id, name: event.name };
    const at = happenedAt ?? new Date(serverNow()).toISOString();
    return addToOutbox({ kind: 'note', id, event: about, ...said, happenedAt: at });
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
  return {
    text,
    happenedAt,
    asksTime,
    /** The chosen time is in the future. */
    isAhead: isInFuture(happenedAt),
    isSaving: fetching,
    /** There is a text, and it isn't the unchanged original. */
    isNew: entry !== '' && !isSame,
    change,
    changeTime,
    askTime: () => setAsksTime(true),
    save,
  };
}
