import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { stateOf } from '#web/events/state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { isDraft, isWithdrawn } from '#web/messages/status.ts';
import { useMayMore } from '#web/reports/goal/GoalAlerts.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { guarded } from '#web/ui/loading/tap-guard.ts';
import { MenuButton } from '#web/ui/menu/MenuButton.tsx';
import classes from './EventActions.module.css';
import type { EventDetails } from './queries.ts';
import { useAllClear } from './useAllClear.ts';
import { type EventAction, useEventActions } from './useEventActions.tsx';

const EventDialog = lazy(async () => ({ default: (await import('#web/events/EventDialog.tsx')).EventDialog }));

type Props = { event: EventDetails; onChanged: () => void };

/** The actions on an event: the likely next step as a button, the rest in a menu. */
export function EventActions({ event, onChanged }: Props) {
  const { can } = useViewer();
  const [editing, dialog] = useDisclosure(false);
  const actions = useEventActions(event, onChanged);
  const state = stateOf(event);
  if (state === 'deleted') return null;
  const isOpen = state === 'running' || state === 'draft';
  // after the all-clear, only ending the event remains
  const [first] = state === 'draft' ? [] : actions;
  const isFirstNext = state === 'running' && event.allClearAt !== null;
  const button = first && <FirstAction action={first} isNext={isFirstNext} />;
  return (
    <>
      {isFirstNext && button}
      {isOpen && <NextSteps event={event} isQuiet={isFirstNext} />}
      {state === 'finished' && <AllClear event={event} />}
      {!isFirstNext && button}
      <MoreActions
        actions={first ? actions.slice(1) : actions}
        onEdit={can('edit_event') && state !== 'archived' ? dialog.open : undefined}
      />
      {editing && (
        <Suspense fallback={null}>
          <EventDialog event={event} onClose={dialog.close} onSaved={onChanged} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Buttons to alert and inform. A prepared alarm replaces the button for the first one, and later appears next to the button for
 * more people.
 */
function NextSteps({ event, isQuiet }: { event: EventDetails; isQuiet: boolean }) {
  const { t } = useTranslation('events');
  const { can, user } = useViewer();
  const mayMore = useMayMore();
  const activations = event.activations.edges.map(({ node }) => node);
  // drafts of other users have no effect here before they are sent
  const prepared = event.reports.edges
    .map(({ node }) => node)
    .find(
      ({ reportType, messages, insertedBy }) =>
        reportType.identifier === 'activation' &&
        insertedBy?.id === user.id &&
        messages.edges.every(({ node }) => isDraft(node.status)),
    );
  const isAlerted = activations.length > 0;
  const open = event.isRunning
    ? activations.find(({ allClearAt, messages }) => !allClearAt && messages.edges.some(isOut))
    : undefined;
  const isFirst = can('create_activation') && !isAlerted;
  const words = isAlerted ? t(open ? 'action.activateAgain' : 'action.activateAnew') : t('action.activate');
  // the red strip about unfilled functions already links to more people
  const isShouted =
    mayMore && event.isRunning && activations.some(({ answers }) => answers.goal !== 'over' && answers.unfilled > 0);
  return (
    <>
      {can('create_activation') && prepared && (
        <Button
          {...guarded}
          component={Link}
          to={`/event/${event._id}/report/${prepared._id}`}
          color="red"
          variant={isFirst ? 'filled' : 'outline'}
          leftSection={<Icon name="edit" />}
        >
          {t('action.sendActivation')}
        </Button>
      )}
      {can('create_activation') && (isAlerted ? !isShouted : !prepared) && (
        <Button
          {...guarded}
          component={Link}
          to={
            open ? `/event/${event._id}/report/${open._id}?more=1` : `/activation?event=${event._id}&mode=${event.mode}`
          }
          {...(isQuiet
            ? { variant: 'default', className: classes['second'] ?? '' }
            : { color: 'red', variant: isFirst ? 'filled' : 'outline' })}
          leftSection={<Icon name="alarm" />}
        >
          {words}
        </Button>
      )}
      {can('create_communication') && (
        <Button
          component={Link}
          className={classes['second'] ?? ''}
          to={`/communication?event=${event._id}&mode=${event.mode}`}
          variant={isQuiet ? 'default' : isFirst ? 'outline' : 'filled'}
          leftSection={<Icon name="message" />}
        >
          {t('action.communicate')}
        </Button>
      )}
    </>
  );
}

type RowMessage = EventDetails['activations']['edges'][number]['node']['messages']['edges'][number];

const isOut = ({ node }: RowMessage): boolean => !isDraft(node.status) && !isWithdrawn(node);

function AllClear({ event }: { event: EventDetails }) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  const { openAllClear, busy } = useAllClear();
  const isGiven = event.reports.edges.some(
    ({ node }) =>
      node.reportType.identifier === 'all_clear' &&
      node.messages.edges.some((message) => !isDraft(message.node.status)),
  );
  if (!can('send_message') || !event.alerted || event.allClearAt || isGiven) return null;
  return (
    <Button loading={busy} onClick={() => void openAllClear(event.id)} leftSection={<Icon name="checkCircle" />}>
      {t('action.allClear')}
    </Button>
  );
}

function FirstAction({ action, isNext }: { action: EventAction; isNext: boolean }) {
  return (
    <Button
      variant={isNext ? 'filled' : 'default'}
      className={isNext ? '' : (classes['second'] ?? '')}
      leftSection={<Icon name={action.icon} />}
      onClick={action.run}
    >
      {action.label}
    </Button>
  );
}

type MoreProps = { actions: EventAction[]; onEdit: (() => void) | undefined };

function MoreActions({ actions, onEdit }: MoreProps) {
  const { t } = useTranslation('events');
  const { t: common } = useTranslation();
  if (!onEdit && actions.length === 0) return null;
  const edit = onEdit ? [{ id: 'edit', label: common('edit'), icon: 'edit' as const, onClick: onEdit }] : [];
  return (
    <MenuButton
      width={240}
      items={[...edit, ...actions.map(({ run, label, ...action }) => ({ id: label, label, ...action, onClick: run }))]}
    >
      {(button) => (
        <ActionIcon
          variant="default"
          size={42}
          aria-label={t('action.more')}
          className={classes['more'] ?? ''}
          {...button}
        >
          <Icon name="more" />
        </ActionIcon>
      )}
    </MenuButton>
  );
}
