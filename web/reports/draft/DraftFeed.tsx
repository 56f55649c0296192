import { Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { checkFeed, type FeedField, isRecord } from '#shared/feed-field.ts';
import { Input } from '#web/fields/Input.tsx';
import { apiMessage } from '#web/lib/i18n.ts';
import { useLabel } from '#web/lib/label.ts';
import { UpdateMessageMutation } from '#web/messages/queries.ts';
import type { ReportMessage } from '#web/reports/queries.ts';
import { useCommit } from '#web/reports/writing/commits.ts';
import { fieldErrors } from '#web/ui/form.ts';
import { NotSaved } from '#web/ui/saving/NotSaved.tsx';
import classes from './DraftFeed.module.css';

type Props = {
  message: ReportMessage;
  fields: readonly FeedField[];
  onChanged: () => void;
  onUnsaved: (name: string, isUnsaved: boolean) => void;
};

/** Milliseconds until changed values are stored. */
const PAUSE = 600;

const feedOf = ({ id }: Pick<ReportMessage, 'id'>): string => `${id}/feed`;

/**
 * A channel's own fields. Stores the input after a pause and on leaving. Missing input is marked only after leaving.
 */
export function DraftFeed({ message, fields, onChanged, onUnsaved }: Props) {
  const { t } = useTranslation('reports');
  const words = useLabel();
  const { values, change, save, leave, errorOf, isRefused } = useFeedValues({ message, fields, onChanged, onUnsaved });
  return (
    <Stack
      gap="md"
      py="md"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void leave();
      }}
    >
      <Text c="gray.6" fz="sm">
        {t('channels.feedHint')}
      </Text>
      <div className={classes['fields']}>
        {fields.map((field) => (
          <div key={field.name} data-wide={isWide(field)}>
            <Input
              name={field.name}
              field={field}
              label={words(field.label)}
              value={values[field.name] === undefined ? (field.default ?? null) : values[field.name]}
              onChange={(value) => change(field.name, value)}
              error={errorOf(field.name)}
            />
          </div>
        ))}
      </div>
      {isRefused && <NotSaved text={t('channels.notSaved')} onRetry={() => void save()} />}
    </Stack>
  );
}

/** Keeps entered values and stores them in sequence. */
function useFeedValues({ message, fields, onChanged, onUnsaved }: Props) {
  const [, update] = useMutation(UpdateMessageMutation);
  const stored = isRecord(message.feedValues) ? message.feedValues : {};
  const [typed, setTyped] = useState<Record<string, unknown>>({});
  const latest = useRef(typed);
  const [left, setLeft] = useState(false);
  const [refused, setRefused] = useState<Record<string, string> | null>(null);
  const values = { ...stored, ...typed };
  const { faults, missing } = checkFeed(fields, values);
  const unsaved = feedOf(message);
  // fields of a removed channel are no longer unsaved
  const forget = useEffectEvent(() => onUnsaved(unsaved, false));
  useEffect(() => () => forget(), []);
  const saved = useRef(typed);
  const storing = useRef(Promise.resolve(true));
  const store = async () => {
    const entered = latest.current;
    if (entered === saved.current) return true;
    const now = { ...stored, ...entered };
    if (Object.keys(checkFeed(fields, now).faults).length > 0) return false;
    const known = fields.flatMap(({ name }) => (now[name] === undefined ? [] : [[name, now[name]] as const]));
    setRefused(null);
    const { error } = await update({ input: { id: message.id, feedValues: Object.fromEntries(known) } });
    if (error) setRefused(fieldErrors(error));
    if (error) return false;
    saved.current = entered;
    // the next call stores later values
    if (latest.current === entered) onUnsaved(unsaved, false);
    onChanged();
    return true;
  };
  // in sequence, so that an older value never replaces a newer one
  const save = () => {
    storing.current = storing.current.then(store);
    return storing.current;
  };
  const leave = () => {
    setLeft(true);
    return save();
  };
  useCommit(leave);
  const saveSoon = useEffectEvent(() => void save());
  useEffect(() => {
    if (typed === saved.current) return;
    const timer = setTimeout(saveSoon, PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const change = (name: string, value: unknown) => {
    latest.current = { ...latest.current, [name]: value };
    setTyped(latest.current);
    onUnsaved(unsaved, true);
  };
  const errorOf = (name: string) => {
    const fault = refused?.[name] ?? faults[name] ?? (missing.includes(name) ? 'error_required' : undefined);
    return left && fault ? apiMessage(fault) : undefined;
  };
  return { values, change, save, leave, errorOf, isRefused: refused !== null };
}

const isWide = ({ kind }: FeedField) => ['area', 'longText', 'selectMany', 'richText', 'table'].includes(kind);
