import { Alert, Button, CloseButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type { Entity } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { dismissErrorToast, successToast } from '#web/lib/toasts.ts';
import { FootBar } from '#web/ui/FootBar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import classes from './administration.module.css';
import { SetActiveMutation } from './queries.ts';

type Props = { entity: Entity; rows: EntityRow[]; onClear: () => void; onChanged: () => void };

/** Switches the selected entries on or off, and names those that must stay on. */
export function BulkBar({ entity, rows, onClear, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const { needed, run, busy } = useSetActive({ entity, rows, onClear, onChanged });
  return (
    <FootBar className={classes['bulk']} label={t('bulk.label')}>
      {needed.length > 0 && (
        <Alert color="red" w="100%" icon={<Icon name="lock" />} title={t('bulk.needed')}>
          {needed.join(', ')}
        </Alert>
      )}
      <strong role="status">{t('bulk.count', { count: rows.length })}</strong>
      <Group gap="sm">
        <Button variant="default" loading={busy} onClick={() => void run(true)}>
          {t('bulk.on')}
        </Button>
        <Button variant="default" loading={busy} onClick={() => void run(false)}>
          {t('bulk.off')}
        </Button>
      </Group>
      <CloseButton size="lg" aria-label={t('bulk.clear')} onClick={onClear} />
    </FootBar>
  );
}

function useSetActive({ entity, rows, onClear, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const [{ fetching }, setActive] = useMutation(SetActiveMutation);
  const [needed, setNeeded] = useState<string[]>([]);
  const change = async (ids: string[], isActive: boolean) => {
    const { error } = await setActive({ type: entity.name, ids, isActive });
    const details = error?.graphQLErrors[0]?.extensions['details'] as { rows?: { name: string }[] } | undefined;
    setNeeded(details?.rows?.map(({ name }) => name) ?? []);
    if (details?.rows) dismissErrorToast();
    if (!error) onChanged();
    return !error;
  };
  const run = async (isActive: boolean) => {
    // revert only these
    const ids = rows.filter((row) => row['isActive'] !== isActive).map(({ id }) => id);
    if (ids.length > 0 && !(await change(ids, isActive))) return;
    onClear();
    const text = t(isActive ? 'bulk.isOn' : 'bulk.isOff', { count: ids.length });
    if (isActive || ids.length === 0) successToast(text);
    else undoToast(text, () => void change(ids, true));
  };
  return { needed, run, busy: fetching };
}
