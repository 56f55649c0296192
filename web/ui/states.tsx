import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Page } from './Page.tsx';
import classes from './states.module.css';

/** Stands where content will be: the text "Loading..." and grey lines. */
export function LoadingState({ lines = 4 }: { lines?: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md" aria-busy="true">
      <Text c="gray.6" role="status">
        {t('loading')}
      </Text>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <Skeleton key={index} height={56} aria-hidden />
      ))}
    </Stack>
  );
}

type EmptyProps = {
  icon?: IconName;
  /** Left out where the page's own heading says it. */
  title?: string;
  text?: ReactNode;
  action?: ReactNode;
};

/** Says that there is nothing here yet and what to do next. */
export function EmptyState({ icon = 'inbox', title, text, action }: EmptyProps) {
  return (
    <div className={classes['state']}>
      <Icon name={icon} size={36} className={classes['icon']} />
      {title && (
        <Text fw={650} fz="lg">
          {title}
        </Text>
      )}
      {text && (
        <Text c="gray.6" maw={460} component="div">
          {text}
        </Text>
      )}
      {action}
    </div>
  );
}

/** A page that somebody came to by its address and may not use. */
export function NotAllowed({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <Page title={title}>
      <EmptyState icon="lock" title={t('notAllowed')} text={t('notAllowedText')} />
    </Page>
  );
}

type ErrorProps = { title?: string; text?: string; onRetry?: () => void };

/**
 * Says that something could not be loaded and offers to try again; a toast about the same goes. While the server is away it
 * says that; the way to what is kept on this device stands once on the page, in the line about the connection.
 */
export function ErrorState({ title, text, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  const broken = useConnectionBroken();
  useEffect(dismissErrorToast, []);
  return (
    <div className={classes['state']} role="alert">
      <Icon name="offline" size={36} className={classes['icon']} />
      <Text fw={650} fz="lg">
        {broken ? t('offline.title') : (title ?? t('error.title'))}
      </Text>
      <Text c="gray.6" maw={460}>
        {broken ? t('offline.text') : (text ?? t('error.text'))}
      </Text>
      {onRetry && (
        <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}

type QueryProps<Data> = {
  state: { data: Data | undefined; error: CombinedError | undefined; loading: boolean; refetch: () => void };
  children: (data: Data) => ReactNode;
};

/** Shows a query's data, or that it is loading, or that it failed with a way to try again. */
export function QueryView<Data>({ state, children }: QueryProps<Data>) {
  // what is drawn for the first time is drawn bit by bit: a tap meanwhile waits for none of it
  const isDrawn = useDeferredValue(state.data !== undefined);
  if (state.data !== undefined && isDrawn) return children(state.data);
  const refusal = state.error?.graphQLErrors[0]?.message;
  if (state.error) return <ErrorState {...(refusal && { text: apiMessage(refusal) })} onRetry={state.refetch} />;
  return <LoadingState />;
}

/** Text for screen readers only that is read out when it changes. */
export function Announcement({ children }: { children: string }) {
  return <VisuallyHidden role="status">{children}</VisuallyHidden>;
}
