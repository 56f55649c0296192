import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type { Entity } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { documentsOf } from './documents.ts';
import { extensions } from './extensions.ts';
import { type Deletion, DeletionQuery, SetActiveMutation } from './queries.ts';
import { rowName } from './row-name.ts';
import { Uses } from './Uses.tsx';

type Props = { entity: Entity; row: EntityRow; onDeleted: () => void; onClose: () => void };

/** Confirms a deletion: shows its effect and the entries that refer to this one. */
export function DeleteDialog({ entity, row, onDeleted, onClose }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const Outcome = extensions[entity.name]?.Outcome ?? UsualOutcome;
  const state = useData(DeletionQuery, { type: entity.name, id: row.id });
  return (
    <Dialog title={t('delete.title', { name: rowName(entity, row) })} size="md" isLight onClose={onClose}>
      <QueryView state={state}>
        {({ deletion }) => (
          <Stack gap="lg">
            <Text>
              <Outcome outcome={deletion.outcome} />
            </Text>
            <Uses uses={deletion.usage} onLeave={onClose} />
            <Answer entity={entity} row={row} deletion={deletion} onDeleted={onDeleted} onClose={onClose} />
          </Stack>
        )}
      </QueryView>
    </Dialog>
  );
}

function UsualOutcome({ outcome }: { outcome: Deletion['outcome'] }) {
  return useTranslation('administration').t(`delete.outcome.${outcome}`);
}

function Answer({ entity, row, deletion: { outcome }, onDeleted, onClose }: Props & { deletion: Deletion }) {
  const { t } = useTranslation(['administration', 'common']);
  const remove = useRemove({ entity, row, onDeleted, onClose }, outcome === 'SWITCH_OFF');
  if (outcome === 'REFUSE' || outcome === 'KEEP')
    return (
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    );
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose} data-autofocus>
        {t('common:cancel')}
      </Button>
      <Button color="red" loading={remove.busy} onClick={() => void remove.run()}>
        {t(outcome === 'REMOVE' ? 'common:delete' : 'bulk.off')}
      </Button>
    </Group>
  );
}

function useRemove({ entity, row, onDeleted, onClose }: Props, isSwitchedOff: boolean) {
  const { t } = useTranslation('administration');
  const [{ fetching }, remove] = useMutation(documentsOf(entity).remove);
  const [, setActive] = useMutation(SetActiveMutation);
  const name = rowName(entity, row);
  const undo = async () => {
    const { error } = await setActive({ type: entity.name, ids: [row.id], isActive: true });
    if (!error) successToast(t('delete.restored', { name }));
  };
  const run = async () => {
    const { data } = await remove({ id: row.id });
    onClose();
    if (!data) return;
    if (isSwitchedOff) undoToast(t('delete.switchedOff', { name }), () => void undo());
    else successToast(t('delete.removed', { name }));
    onDeleted();
  };
  return { run, busy: fetching };
}
