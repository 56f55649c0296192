import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { ChannelName } from '#web/messages/StatusBadges.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { mergeOrder, moveTo } from '#web/ui/sortable/order.ts';
import { SortableList } from '#web/ui/sortable/SortableList.tsx';
import classes from './ChannelOrder.module.css';
import { UpdatePersonMutation } from './mutations.ts';
import type { AlarmChannelType, PersonDetails } from './queries.ts';

type Props = { person: PersonDetails; types: AlarmChannelType[]; onChanged: () => void };

/** The order of channels for alarms to the person; editors of contacts can change it. */
export function ChannelOrder({ person, types, onChanged }: Props) {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const [editing, dialog] = useDisclosure(false);
  const chosen = ordered(person, types);
  return (
    <Panel
      title={t('person.order.title')}
      actions={
        can('edit_contact') && (
          <Button variant="default" leftSection={<Icon name="edit" size={20} />} onClick={dialog.open}>
            {t('person.order.change')}
          </Button>
        )
      }
    >
      {chosen.length > 0 ? (
        <ol className={classes['order']}>
          {chosen.map((type) => (
            <li key={type.id}>
              <ChannelName channel={{ name: type.name, channelType: type }} />
            </li>
          ))}
          {chosen.length < types.length && <li>{t('person.order.rest')}</li>}
        </ol>
      ) : (
        <Text>{t('person.order.usual')}</Text>
      )}
      {editing && <OrderDialog person={person} types={types} onChanged={onChanged} onClose={dialog.close} />}
    </Panel>
  );
}

const ordered = ({ channelOrder }: PersonDetails, types: AlarmChannelType[]) =>
  channelOrder.flatMap((wanted) => types.find(({ identifier }) => identifier === wanted) ?? []);

function OrderDialog({ person, types, onChanged, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const all = types.map(({ identifier }) => identifier);
  const [order, setOrder] = useState(mergeOrder(person.channelOrder, all));
  const [isUsual, setUsual] = useState(person.channelOrder.length === 0);
  const typeOf = (wanted: string) => types.find(({ identifier }) => identifier === wanted)!;
  const [{ fetching }, update] = useMutation(UpdatePersonMutation);
  const save = async () => {
    const channelOrder = isUsual ? [] : order;
    const { error } = await update({ input: { id: person.id, version: person.version, channelOrder } });
    onChanged();
    if (error) return;
    successToast(t('saved'));
    onClose();
  };
  return (
    <Dialog title={t('person.order.title')} onClose={onClose}>
      <Stack gap="md">
        <Text c="gray.6">{t('person.order.text')}</Text>
        <Switch
          size="md"
          label={t('person.order.usual')}
          checked={isUsual}
          onChange={({ currentTarget }) => setUsual(currentTarget.checked)}
        />
        {!isUsual && (
          <SortableList
            items={order}
            idOf={(type) => type}
            nameOf={(type) => typeOf(type).name}
            onMove={(type, place) => setOrder(moveTo(order, type, place))}
          >
            {(type) => <ChannelName channel={{ name: typeOf(type).name, channelType: typeOf(type) }} />}
          </SortableList>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button loading={fetching} onClick={() => void save()}>
            {common('save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
