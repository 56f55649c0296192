import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** Replaces the page of a missing person, group or mailing list. */
export function ContactNotFound({ kind }: { kind: 'person' | 'group' | 'list' }) {
  const { t } = useTranslation('contacts');
  const list = kind === 'list';
  return (
    <Page title={t(`notFound.${kind}`)}>
      <EmptyState
        icon={list ? 'list' : 'group'}
        text={t('notFound.text')}
        action={
          <Button component={Link} to={list ? '/mailinglists' : '/groups'} variant="default">
            {list ? t('notFound.toLists') : t('notFound.toGroups')}
          </Button>
        }
      />
    </Page>
  );
}
