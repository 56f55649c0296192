import { Anchor, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import classes from './RollCall.module.css';
import type { RollCallGroupList } from './useRollCallGroups.ts';

const figures = ['needsHelp', 'notHeard', 'notReached', 'safe', 'people'] as const;

export function RollCallGroups({
  list: { groups, total, search, onSearch, onMore, loading },
  onGroup,
}: {
  list: RollCallGroupList;
  onGroup: (id: string) => void;
}) {
  const { t } = useTranslation('rollCall');
  const words = {
    needsHelp: t('needsHelp'),
    notHeard: t('notHeard'),
    notReached: t('notReachedShort'),
    safe: t('safe'),
    people: t('people'),
  };
  const isLong = search !== '' || total > groups.length;
  return (
    <>
      {isLong && <SearchInput value={search} onSearch={onSearch} label={t('searchGroups')} />}
      {/* a scrollable region needs the keyboard */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a narrow window scrolls the table sideways */}
      <section className={classes['groups']} tabIndex={0} aria-label={t('byGroup')}>
        <Table className={classes['table'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('group')}</Table.Th>
              {figures.map((name) => (
                <Table.Th key={name} scope="col" ta="right">
                  {words[name]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map(({ group, ...own }) => (
              <Table.Tr key={group.id}>
                <Table.Th scope="row">
                  <Anchor component="button" type="button" ta="left" onClick={() => onGroup(String(group._id))}>
                    {group.name}
                  </Anchor>
                </Table.Th>
                {figures.map((name) => (
                  <Table.Td
                    key={name}
                    ta="right"
                    data-label={words[name]}
                    data-urgent={(name === 'needsHelp' && own[name] > 0) || undefined}
                  >
                    {formatNumber(own[name])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {groups.length === 0 && !loading && <Text c="gray.6">{t('noGroup')}</Text>}
      <LoadMore shown={groups.length} total={total} onMore={onMore} loading={loading} most={Number.POSITIVE_INFINITY} />
    </>
  );
}
