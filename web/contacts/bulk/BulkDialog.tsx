import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { useGroupPlaces } from '#web/contacts/groups/useGroupPlaces.ts';
import { flatLists } from '#web/contacts/mailing-lists/list-values.ts';
import { ListChoicesQuery } from '#web/contacts/mailing-lists/mutations.ts';
import { placesFor } from '#web/contacts/tree.ts';
import { useData } from '#web/lib/data.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { dropdown } from '#web/ui/dropdown.ts';
import { BulkPreview } from './BulkPreview.tsx';
import { type BulkKind, useBulk } from './useBulk.ts';

type Props = { kind: BulkKind; people: string[]; onDone: () => void; onClose: () => void };

/** Changes several people after a preview. */
export function BulkDialog({ kind, people, onDone, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const [target, setTarget] = useState('');
  const targets = useTargets(kind);
  const { outcome, isReady, busy, run } = useBulk(kind, people, target);
  const submit = async () => {
    const done = await run();
    if (!done) return;
    successToast(t('bulk.done', { count: done.changed }));
    onDone();
  };
  return (
    <Dialog title={t(`bulk.${kind}`, { count: people.length })} onClose={onClose}>
      <Stack gap="md">
        {kind !== 'deactivate' && (
          <Select
            label={t(`bulk.target.${kind}`)}
            data={targets}
            value={target || null}
            onChange={(value) => setTarget(value ?? '')}
            searchable
            limit={100}
            {...dropdown}
            nothingFoundMessage={t('add.nothing')}
            data-autofocus
          />
        )}
        {isReady && <BulkPreview outcome={outcome} kind={kind} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            color={kind === 'deactivate' ? 'red' : 'blue'}
            disabled={!outcome || outcome.changed === 0}
            loading={busy}
            onClick={() => void submit()}
          >
            {t(kind === 'deactivate' ? 'bulk.submitOff' : 'add.submit')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function useTargets(kind: BulkKind) {
  const groups = useGroupPlaces({ pause: kind !== 'group' });
  const lists = useData(ListChoicesQuery, {}, { pause: kind !== 'list' });
  return kind === 'list' ? placesFor(flatLists(lists.data), null, limits.listDepth + 1) : groups;
}
