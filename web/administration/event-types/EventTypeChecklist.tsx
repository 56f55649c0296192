import { Button, List, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { checklistItem } from '#shared/administration/checklist-item.ts';
import { routeOf } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { EventTypeChecklistQuery } from './queries.ts';

/** The checklist for new events of the type, with a link to edit it. */
export function EventTypeChecklist({ row }: { row: EntityRow }) {
  const { t } = useTranslation('administration');
  const state = useData(EventTypeChecklistQuery, { eventType: row.id });
  useSystemLive(state.refetch);
  return (
    <section>
      <Title order={3}>{t('checklist.title')}</Title>
      <Text c="gray.6" mb="md">
        {t('checklist.about')}
      </Text>
      <QueryView state={state}>
        {({ checklistItems: { edges } }) =>
          edges.length === 0 ? (
            <Text>{t('checklist.none')}</Text>
          ) : (
            <List type="ordered" spacing="xs">
              {edges.map(({ node: { id, name, group, person, dueMinutes } }) => (
                <List.Item key={id}>
                  {name}
                  <Text c="gray.6" fz="sm">
                    {[
                      group?.name ?? person?.name,
                      dueMinutes === null ? null : t('checklist.due', { count: dueMinutes }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </List.Item>
              ))}
            </List>
          )
        }
      </QueryView>
      <Button
        component={Link}
        to={`${routeOf(checklistItem)}?eventType=${row._id}`}
        variant="default"
        mt="md"
        leftSection={<Icon name="task" size={20} />}
      >
        {t('checklist.change')}
      </Button>
    </section>
  );
}
