import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Page } from './Page.tsx';
import classes from './states.module.css';

/** A placeholder for content: the text "Loading..." and grey lines. */
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
  /** Omitted if the heading names it. */
  title?: string;
  text?: ReactNode;
  action?: ReactNode;
};

/** No content yet, with the next step. */
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

export function NotAllowed({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <Page title={title}>
      <EmptyState icon="lock" title={t('notAllowed')} text={t('notAllowedText')} />
    </Page>
  );
}

type ErrorProps = { title?: string; text?: string; onRetry?: () => void };

/** A failed load with a retry button; the toast has the status. The connection banner links to offline copies. */
export function ErrorState({ title, text, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  const broken = useConnectionBroken();
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

/** A query's data, loading state, or error. */
export function QueryView<Data>({ state, children }: QueryProps<Data>) {
  // interruptible, so that taps don't wait
  const isDrawn = useDeferredValue(state.data !== undefined);
  if (state.data !== undefined && isDrawn) return children(state.data);
  const refusal = state.error?.graphQLErrors[0]?.message;
  if (state.error) return <ErrorState {...(refusal && { text: apiMessage(refusal) })} onRetry={state.refetch} />;
  return <LoadingState />;
}

/** Text that screen readers announce when it changes. */
export function Announcement({ children }: { children: string }) {
  return <VisuallyHidden role="status">{children}</VisuallyHidden>;
}
