import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#web/contacts/contacts.module.css';
import { personName } from '#web/contacts/people/person-name.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { BulkOutcome } from './mutations.ts';
import type { BulkKind } from './useBulk.ts';

type Props = { outcome: BulkOutcome | undefined; kind: BulkKind };

/** The effect of a bulk action: number of people, groups, lists and warnings. */
export function BulkPreview({ outcome, kind }: Props) {
  const { t } = useTranslation('contacts');
  if (!outcome) return <Text c="gray.6">{t('bulk.looking')}</Text>;
  const { changed, unchanged, crisis, groups, mailingLists, limits, refused } = outcome;
  const changes = [
    ...groups.map(({ group, before, after }) => ({ key: `group ${group._id}`, name: group.name, before, after })),
    ...mailingLists.map((row) => ({ ...row, key: `list ${row.mailingList._id}`, name: row.mailingList.name })),
  ];
  return (
    <Stack gap="sm" role="status">
      <Text fw={600}>{t(`bulk.changed.${kind}`, { count: changed })}</Text>
      {unchanged > 0 && <Text c="gray.6">{t('bulk.unchanged', { count: unchanged })}</Text>}
      {kind === 'deactivate' && crisis.length > 0 && (
        <Alert color="red" icon={<Icon name="star" />}>
          {t('bulk.crisis', { names: crisis.map(personName).join(', ') })}
        </Alert>
      )}
      {limits.map(({ group, mailingList, stopLimit, available }) => (
        <Alert key={`${mailingList._id} ${group._id}`} color="yellow" icon={<Icon name="info" />}>
          {t('bulk.limit', { group: group.name, list: mailingList.name, needed: stopLimit, count: available })}
        </Alert>
      ))}
      {refused.map(({ person, reason }) => (
        <Alert key={person?._id ?? reason} color="yellow" icon={<Icon name="crossCircle" />}>
          {person && `${personName(person)}: `}
          {apiMessage(reason)}
        </Alert>
      ))}
      {changes.length > 0 && (
        <ul className={classes['changes']}>
          {changes.map(({ key, name, before, after }) => (
            <li key={key}>{t('bulk.change', { name, before, after })}</li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
