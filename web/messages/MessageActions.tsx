import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback, usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import type { MessageRow } from './queries.ts';
import type { useMessageActions } from './useMessageActions.ts';

const load = async () => (await import('./RejectMessageDialog.tsx')).RejectMessageDialog;
const RejectMessageDialog = lazyWithFallback(load, NotLoaded);

type Props = { message: MessageRow; actions: ReturnType<typeof useMessageActions> };

/** The buttons for a message's current actions. */
export function MessageActions({ message, actions }: Props) {
  const { t } = useTranslation('messages');
  const [rejecting, dialog] = useDisclosure(false);
  usePrefetch(load);
  return (
    <>
      {actions.release && (
        <>
          <Button leftSection={<Icon name="check" />} onClick={() => void actions.release?.()}>
            {t('action.release')}
          </Button>
          <Button variant="default" leftSection={<Icon name="close" />} onClick={dialog.open}>
            {t('action.reject')}
          </Button>
        </>
      )}
      {actions.retry && (
        <Button variant="outline" leftSection={<Icon name="refresh" />} onClick={() => void actions.retry?.()}>
          {t(message.channel.addressesPeople ? 'action.retry' : 'action.republish')}
        </Button>
      )}
      {actions.stop && message.status !== 'queued' && (
        <Button color="red" variant="outline" leftSection={<Icon name="stop" />} onClick={() => void actions.stop?.()}>
          {t('action.stop')}
        </Button>
      )}
      {actions.endFollowing && (
        <Button variant="default" leftSection={<Icon name="stop" />} onClick={() => void actions.endFollowing?.()}>
          {t('action.endFollowing')}
        </Button>
      )}
      {rejecting && (
        <Suspense fallback={null}>
          <RejectMessageDialog message={message.id} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
