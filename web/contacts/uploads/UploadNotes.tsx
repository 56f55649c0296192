import { Alert, Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { Upload, UploadNote } from './queries.ts';
import classes from './uploads.module.css';

type Props = {
  upload: Upload;
  /** Checks the file again with an area code before its extensions; undefined if the file is no longer available. */
  onAreaCode: ((areaCode: string) => void) | undefined;
  busy: boolean;
};

const isNoNumber = ({ key }: UploadNote) => key === 'error_invalid_phone' || key === 'error_phone_not_assigned';

/** Remarks on the rows of a file, each once with count and places, and corrections of many rows at once. */
export function UploadNotes({ upload, onAreaCode, busy }: Props) {
  const { t } = useTranslation('uploads');
  const { remarked, failed, notes } = upload;
  if (notes.length === 0) return null;
  const title = [
    ...(failed > 0 ? [t('notes.failed', { count: failed })] : []),
    ...(remarked > 0 ? [t('check.remarked', { count: remarked })] : []),
  ];
  return (
    <Alert color={failed > 0 ? 'red' : 'yellow'} icon={<Icon name="info" />} title={title.join(' · ')}>
      {remarked > 0 && t('check.remarkedText')}
      <ul className={classes['notes']} aria-label={t('notes.label')}>
        {notes.map((note) => (
          <li key={`${note.key} ${note.column} ${note.label} ${note.isRefusal}`}>
            <strong>{t('notes.times', { times: formatNumber(note.count) })}</strong> <Words note={note} />
          </li>
        ))}
      </ul>
      {onAreaCode && notes.some(isNoNumber) && <AreaCode onCheck={onAreaCode} busy={busy} />}
    </Alert>
  );
}

function Words({ note: { isRefusal, key, column, label, value, lines, count } }: { note: UploadNote }) {
  const { t } = useTranslation('uploads');
  const field = label ?? column;
  const where = t(count > lines.length ? 'notes.linesMore' : 'notes.lines', {
    count: lines.length,
    lines: lines.map(formatNumber).join(', '),
  });
  return (
    <>
      {column && <strong>{t(label && label !== column ? 'row.columnField' : 'row.column', { column, field })} </strong>}
      {!column && label && <strong>{label}: </strong>}
      {apiMessage(key)} {isRefusal && `${t('notes.refused')} `}
      <span className={classes['where']}>
        {value && `${t('notes.example', { value })} `}
        {where}
      </span>
    </>
  );
}

function AreaCode({ onCheck, busy }: { onCheck: (areaCode: string) => void; busy: boolean }) {
  const { t } = useTranslation('uploads');
  const [areaCode, setAreaCode] = useState('');
  const isPossible = /^\s*[+0][\d /().-]+$/.test(areaCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) onCheck(areaCode.trim());
  };
  return (
    <form className={classes['areaCode']} onSubmit={submit}>
      <TextInput
        label={t('notes.areaCode')}
        description={t('notes.areaCodeText')}
        placeholder="0711 278"
        inputMode="tel"
        maxLength={20}
        value={areaCode}
        onChange={({ currentTarget }) => setAreaCode(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isPossible} loading={busy}>
        {t('notes.checkAgain')}
      </Button>
    </form>
  );
}
