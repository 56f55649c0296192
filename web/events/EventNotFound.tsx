import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** Replaces the page of a missing or deleted event. */
export function EventNotFound() {
  const { t } = useTranslation('events');
  return (
    <Page title={t('page.notFound')}>
      <EmptyState
        icon="event"
        text={t('page.notFoundText')}
        action={
          <Button component={Link} to="/events" variant="default">
            {t('page.toList')}
          </Button>
        }
      />
    </Page>
  );
}
