import { NativeSelect, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { formatDateTime, formatNumber, formatShare } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useUrlState } from '#web/lib/url-state.ts';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { TableView } from '#web/ui/TableView.tsx';
import { type AlarmPromise, AlarmPromiseQuery } from './queries.ts';

type Failure = 'launch' | 'claim' | 'hand_over' | 'answer' | 'slow' | 'timeout' | 'late';

/** How reliably alarms left in a month, measured by synthetic and by real alarms. */
export function AlarmPromisePage() {
  const { t } = useTranslation(['alarmPromise', 'administration']);
  const [month, setMonth] = useUrlState('month');
  const state = useData(AlarmPromiseQuery, { month: month || null });
  const shown = state.data?.alarmPromise;
  return (
    <Page
      title={t('title')}
      breadcrumb={[{ label: t('administration:title'), to: '/administration' }]}
      actions={
        shown && (
          <SaveMenu
            path="/api/v2/alarm_promise"
            query={`month=${shown.month}`}
            name={`${t('file')}-${shown.month}`}
            formats={['csv', 'xlsx']}
          />
        )
      }
    >
      <QueryView state={state}>
        {({ alarmPromise }) => (
          <Stack gap="lg">
            <Text maw={720}>{t('intro')}</Text>
            <MonthChoice promise={alarmPromise} onChange={setMonth} />
            <Tests promise={alarmPromise} />
            <Alarms promise={alarmPromise} />
            <Panel title={t('channels.title')}>
              <Text maw={720}>{t('channels.text')}</Text>
            </Panel>
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function MonthChoice({ promise, onChange }: { promise: AlarmPromise; onChange: (month: string) => void }) {
  const { t, i18n } = useTranslation('alarmPromise');
  const { month, months } = promise;
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const all = months.includes(month) ? months : [month, ...months];
  return (
    <NativeSelect
      label={t('month')}
      maw={320}
      value={month}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={all.map((value) => ({ value, label: format.format(new Date(`${value}-01T00:00:00Z`)) }))}
    />
  );
}

function Tests({ promise: { tests, succeeded, since, asOf, outages } }: { promise: AlarmPromise }) {
  const { t } = useTranslation('alarmPromise');
  const { timeZone } = useSystem();
  const at = (moment: string) => formatDateTime(moment, timeZone);
  const reason = (failure: string | null) =>
    failure === null ? t('outages.absent') : t(`outages.failure.${failure as Failure}`);
  return (
    <Panel title={t('tests.title')}>
      <Stack gap="sm">
        <Figure part={succeeded} whole={tests} none={t('none')} />
        {since && tests > 0 && (
          <Text>
            {t('tests.counted', {
              count: tests,
              succeeded: formatNumber(succeeded),
              tests: formatNumber(tests),
              since: at(since),
              asOf: at(asOf),
            })}
          </Text>
        )}
        {outages.length > 0 && (
          <TableView
            label={t('outages.title')}
            columns={[t('outages.from'), t('outages.to'), t('outages.misses'), t('outages.reason')]}
            rows={outages.map(({ startsAt, endsAt, misses, failure }) => [
              at(startsAt),
              at(endsAt),
              formatNumber(misses),
              reason(failure),
            ])}
          />
        )}
      </Stack>
    </Panel>
  );
}

function Alarms({ promise: { alarms, handOvers, inTime } }: { promise: AlarmPromise }) {
  const { t } = useTranslation('alarmPromise');
  return (
    <Panel title={t('alarms.title')}>
      <Stack gap="sm">
        <Figure part={inTime} whole={handOvers} none={t('alarms.none')} />
        {handOvers > 0 && (
          <Text>
            {t('alarms.counted', {
              count: alarms,
              alarms: formatNumber(alarms),
              inTime: formatNumber(inTime),
              handOvers: formatNumber(handOvers),
            })}
          </Text>
        )}
        <Text c="gray.7" maw={720}>
          {t('alarms.rule')}
        </Text>
      </Stack>
    </Panel>
  );
}

function Figure({ part, whole, none }: { part: number; whole: number; none: string }) {
  return (
    <Text fz="xl" fw={650}>
      {whole === 0 ? none : formatShare(part, whole)}
    </Text>
  );
}
