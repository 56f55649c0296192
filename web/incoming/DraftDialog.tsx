import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { EventTypesQuery } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { DraftFromIncomingItemMutation, type IncomingRow } from './queries.ts';

type Props = { item: IncomingRow; onClose: () => void; onChanged: () => void };

/** Asks for the event type and prepares the alarm, which then opens as a draft. */
export function DraftDialog({ item, onClose, onChanged }: Props) {
  const { t } = useTranslation('incoming');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const types = useData(EventTypesQuery, {});
  const [chosen, setChosen] = useState<string | null>(item.eventType?.id ?? null);
  const [{ fetching }, send] = useMutation(DraftFromIncomingItemMutation);
  const create = async () => {
    if (!chosen) return;
    const { data } = await send({ id: item.id, eventType: chosen });
    const report = data?.draftFromIncomingItem.report;
    if (report) return navigate(`/event/${report.event._id}/report/${report._id}`);
    onChanged();
    onClose();
  };
  return (
    <Dialog title={t('draft.title')} busy={fetching} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('draft.text')}</Text>
        <QueryView state={types}>
          {({ eventTypes }) => (
            <Select
              label={t('draft.eventType')}
              data={eventTypes.edges.map(({ node }) => ({ value: node.id, label: node.name }))}
              value={chosen}
              onChange={setChosen}
              searchable
              data-autofocus
            />
          )}
        </QueryView>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={fetching} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={!chosen} loading={fetching} onClick={() => void create()}>
            {t('draft.create')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
