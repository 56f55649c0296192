import { Button, Group, List, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMutation } from 'urql';
import { deadlineRule } from '#shared/administration/deadline-rule.ts';
import { routeOf } from '#shared/administration/entity.ts';
import { type DeadlinePreset, deadlinePresets } from '#shared/deadline-presets.ts';
import { textIn } from '#shared/label.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { AddDeadlinePresetMutation, EventTypeDeadlinesQuery } from './queries.ts';

const presets = Object.keys(deadlinePresets) as DeadlinePreset[];

/** The deadlines of the type for reports to authorities, with presets and a link to edit them. */
export function EventTypeDeadlines({ row }: { row: EntityRow }) {
  const { t, i18n } = useTranslation('administration');
  const state = useData(EventTypeDeadlinesQuery, { eventType: row.id });
  const [{ fetching }, addPreset] = useMutation(AddDeadlinePresetMutation);
  useSystemLive(state.refetch);
  const choose = async (preset: DeadlinePreset) => {
    if (!(await addPreset({ eventType: row.id, preset })).error) state.refetch();
  };
  return (
    <section>
      <Title order={3}>{t('deadlines.title')}</Title>
      <Text c="gray.6" mb="md">
        {t('deadlines.about')}
      </Text>
      <QueryView state={state}>
        {({ deadlineRules: { edges } }) =>
          edges.length === 0 ? (
            <>
              <Text mb="sm">{t('deadlines.none')}</Text>
              <Group gap="sm">
                {presets.map((preset) => (
                  <Button key={preset} variant="default" loading={fetching} onClick={() => void choose(preset)}>
                    {t('deadlines.preset', { name: textIn(deadlinePresets[preset].label, i18n.language) })}
                  </Button>
                ))}
              </Group>
            </>
          ) : (
            <List type="ordered" spacing="xs">
              {edges.map(({ node: { id, name, hours, months, after } }) => (
                <List.Item key={id}>
                  {name}
                  <Text c="gray.6" fz="sm">
                    {hours === null
                      ? t('deadlines.months', { count: months ?? 0 })
                      : t('deadlines.hours', { count: hours })}{' '}
                    {after ? t('deadlines.after', { name: after.name }) : t('deadlines.knowledge')}
                  </Text>
                </List.Item>
              ))}
            </List>
          )
        }
      </QueryView>
      <Button
        component={Link}
        to={`${routeOf(deadlineRule)}?eventType=${row._id}`}
        variant="default"
        mt="md"
        leftSection={<Icon name="clock" size={20} />}
      >
        {t('deadlines.change')}
      </Button>
    </section>
  );
}
