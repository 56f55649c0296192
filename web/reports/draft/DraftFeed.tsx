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

/** The name under which a message's own details that are not stored yet are told. */
const feedOf = ({ id }: Pick<ReportMessage, 'id'>): string => `${id}/feed`;

/** What a channel asks for besides title and text; leaving the fields by any way keeps what was entered. */
export function DraftFeed({ message, fields, onChanged, onUnsaved }: Props) {
  const { t } = useTranslation('reports');
  const words = useLabel();
  const [, update] = useMutation(UpdateMessageMutation);
  const stored = isRecord(message.feedValues) ? message.feedValues : {};
  const [typed, setTyped] = useState<Record<string, unknown>>({});
  const latest = useRef(typed);
  const [left, setLeft] = useState(false);
  const [refused, setRefused] = useState<Record<string, string> | null>(null);
  const values = { ...stored, ...typed };
  const { faults, missing } = checkFeed(fields, values);
  const unsaved = feedOf(message);
  // what belongs to a channel that is gone is missed by nobody
  const forget = useEffectEvent(() => onUnsaved(unsaved, false));
  useEffect(() => () => forget(), []);
  const save = async () => {
    setLeft(true);
    if (Object.keys(typed).length === 0) return true;
    if (Object.keys(faults).length > 0) return false;
    const known = fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
    setRefused(null);
    const { error } = await update({ input: { id: message.id, feedValues: Object.fromEntries(known) } });
    if (error) setRefused(fieldErrors(error));
    if (error) return false;
    // what was entered meanwhile is kept by the next leaving
    if (latest.current === typed) onUnsaved(unsaved, false);
    onChanged();
    return true;
  };
  useCommit(save);
  const change = (name: string, value: unknown) => {
    latest.current = { ...latest.current, [name]: value };
    setTyped(latest.current);
    onUnsaved(unsaved, true);
  };
  const errorOf = (name: string) => {
    const fault = refused?.[name] ?? faults[name] ?? (missing.includes(name) ? 'error_required' : undefined);
    return left && fault ? apiMessage(fault) : undefined;
  };
  return (
    <Stack
      gap="md"
      py="md"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void save();
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
      {refused && <NotSaved text={t('channels.notSaved')} onRetry={() => void save()} />}
    </Stack>
  );
}

const isWide = ({ kind }: FeedField) => ['area', 'longText', 'selectMany', 'richText', 'table'].includes(kind);
