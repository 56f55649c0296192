import { Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useServerNow } from '#web/lib/clock.ts';
import { useData } from '#web/lib/data.ts';
import { isOffered } from '#web/lib/offered.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, NotAllowed, QueryView } from '#web/ui/states.tsx';
import { DutyNow } from './DutyNow.tsx';
import { DutyWeek } from './DutyWeek.tsx';
import { DutiesQuery } from './queries.ts';
import { WeekChoice } from './WeekChoice.tsx';
import { daysOfWeek, spanOf } from './weeks.ts';

/** The people on duty in all groups: now, and by week with gaps. */
export function DutiesPage() {
  const { t } = useTranslation('roster');
  const { can } = useViewer();
  return isOffered('/duties', can) ? <Duties /> : <NotAllowed title={t('duties.title')} />;
}

function Duties() {
  const { t } = useTranslation('roster');
  const { timeZone } = useSystem();
  const { can } = useViewer();
  const [chosen, setChosen] = useUrlState('week', '0');
  const week = Number.parseInt(chosen, 10) || 0;
  const now = useServerNow();
  const current = weekOf(0, timeZone);
  const shown = weekOf(week, timeZone);
  const today = useData(DutiesQuery, current.span, { keepPrevious: true });
  const state = useData(DutiesQuery, shown.span, { keepPrevious: true });
  return (
    <Page title={t('duties.title')} subtitle={t('duties.subtitle')}>
      <QueryView state={state}>
        {({ groups: { edges, totalCount } }) =>
          edges.length === 0 ? (
            <EmptyState
              icon="event"
              title={t('duties.none')}
              text={t('duties.noneText')}
              action={
                can('show_group_menu') && (
                  <Anchor component={Link} to="/groups">
                    {t('duties.toGroups')}
                  </Anchor>
                )
              }
            />
          ) : (
            <Stack gap="lg">
              <Panel title={t('duties.now')}>
                <DutyNow groups={(today.data ?? state.data!).groups.edges.map(({ node }) => node)} now={now} />
              </Panel>
              <Panel>
                <Stack gap="md">
                  <WeekChoice week={week} span={shown.span} onChange={(to) => setChosen(String(to))} />
                  <DutyWeek groups={edges.map(({ node }) => node)} days={shown.days} now={now} />
                  {totalCount > edges.length && <Text c="gray.6">{t('duties.more', { count: edges.length })}</Text>}
                </Stack>
              </Panel>
            </Stack>
          )
        }
      </QueryView>
    </Page>
  );
}

function weekOf(week: number, timeZone: string) {
  const days = daysOfWeek(week, timeZone);
  return { days, span: spanOf(days[0]!, days[6]!, timeZone) };
}
