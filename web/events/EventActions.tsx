import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { EventDialog } from './EventDialog.tsx';
import type { EventRow } from './queries.ts';
import { stateOf } from './state.ts';
import { type EventAction, useEventActions } from './useEventActions.tsx';

type Props = { event: EventRow; hasActivation: boolean; onChanged: () => void };

/** What can be done with an event now: the likely next step as a button, the rest in a menu. */
export function EventActions({ event, hasActivation, onChanged }: Props) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  const [editing, dialog] = useDisclosure(false);
  const actions = useEventActions(event, onChanged);
  const state = stateOf(event);
  if (state === 'deleted') return null;
  const isOpen = state === 'running' || state === 'draft';
  const canActivate = isOpen && can('create_activation');
  return (
    <>
      {canActivate && (
        <Button
          component={Link}
          to={`/activation?event=${event._id}`}
          color="red"
          variant={hasActivation ? 'outline' : 'filled'}
          leftSection={<Icon name="alarm" />}
        >
          {hasActivation ? t('action.activateAgain') : t('action.activate')}
        </Button>
      )}
      {isOpen && can('create_communication') && (
        <Button
          component={Link}
          to={`/communication?event=${event._id}`}
          variant={canActivate && !hasActivation ? 'outline' : 'filled'}
          leftSection={<Icon name="message" />}
        >
          {t('action.communicate')}
        </Button>
      )}
      <MoreActions actions={actions} onEdit={can('edit_event') && state !== 'archived' ? dialog.open : undefined} />
      {editing && <EventDialog event={event} onClose={dialog.close} onSaved={onChanged} />}
    </>
  );
}

function MoreActions({ actions, onEdit }: { actions: EventAction[]; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation('events');
  const { t: common } = useTranslation();
  const [first, ...rest] = actions;
  return (
    <>
      {first && (
        <Button variant="default" leftSection={<Icon name={first.icon} />} onClick={first.run}>
          {first.label}
        </Button>
      )}
      {(onEdit || rest.length > 0) && (
        <Menu position="bottom-end" width={240} withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={42} aria-label={t('action.more')}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {onEdit && (
              <Menu.Item mih={44} leftSection={<Icon name="edit" size={20} />} onClick={onEdit}>
                {common('edit')}
              </Menu.Item>
            )}
            {rest.map((action) => (
              <Menu.Item
                key={action.label}
                mih={44}
                leftSection={<Icon name={action.icon} size={20} />}
                onClick={action.run}
                {...(action.danger ? { color: 'red' } : {})}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
