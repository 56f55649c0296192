import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { CandidatePartNote } from '#web/contacts/CandidatePartNote.tsx';
import { type Candidate, useCandidates } from '#web/contacts/useCandidates.ts';
import { useData } from '#web/lib/data.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { EventListsQuery, MailingReachQuery, MailSituationReportMutation, type SituationReportRow } from './queries.ts';
import classes from './situation-reports.module.css';

type Props = { report: SituationReportRow; onClose: () => void; onMailed: () => void };

/** Selects the mailing lists for a report; the intended ones are preselected. */
export function MailDialog(props: Props) {
  const { t } = useTranslation('situationReports');
  const state = useData(EventListsQuery, { event: props.report.event.id });
  return (
    <Dialog onClose={props.onClose} title={t('mail.title', { number: props.report.number })}>
      <QueryView state={state}>
        {({ event }) => {
          const lists = event?.eventType?.mailingLists.edges.map(({ node }) => node) ?? [];
          const meant = lists.filter(({ listType }) => listType?.identifier === 'situation_report');
          return <Choose {...props} meant={props.report.mailSentAt ? [] : meant} />;
        }}
      </QueryView>
    </Dialog>
  );
}

function Choose({ report, meant, onClose, onMailed }: Props & { meant: Candidate[] }) {
  const { t } = useTranslation('situationReports');
  const { t: common } = useTranslation();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Candidate[]>(meant);
  const lists = chosen.map(({ id }) => id);
  const candidates = useCandidates('lists', search);
  const reach = useData(MailingReachQuery, { id: report.id, lists }, { pause: lists.length === 0, keepPrevious: true });
  const people = lists.length === 0 ? 0 : (reach.data?.situationReportReach.people ?? 0);
  const nobody = reach.data?.situationReportReach.reachesNobody ?? false;
  const [{ fetching }, mail] = useMutation(MailSituationReportMutation);
  const toggle = (list: Candidate) =>
    setChosen(lists.includes(list.id) ? chosen.filter(({ id }) => id !== list.id) : [...chosen, list]);
  const submit = async () => {
    const { error } = await mail({ id: report.id, lists });
    if (error) return reach.refetch();
    if (!nobody) toast.success(t('mail.done', { count: people }));
    onMailed();
    onClose();
  };
  return (
    <Stack gap="md">
      <Text>{t('mail.text')}</Text>
      <SearchInput value={search} onSearch={setSearch} label={t('mail.search')} />
      <CandidatePartNote part={candidates.part} />
      <div className={classes['lists']}>
        <QueryView state={candidates}>
          {(found) => {
            const shown = search ? found : withoutRepeats([...meant, ...found, ...chosen]);
            return shown.length === 0 ? (
              <EmptyState icon="search" title={t('mail.noLists')} />
            ) : (
              shown.map((list) => (
                <Checkbox
                  key={list.id}
                  size="md"
                  label={list.name}
                  description={list.hint}
                  checked={lists.includes(list.id)}
                  onChange={() => toggle(list)}
                />
              ))
            );
          }}
        </QueryView>
      </div>
      <Text role="status" mih={24}>
        {lists.length === 0 ? t('mail.choose') : <ReachText reach={reach.data?.situationReportReach} />}
      </Text>
      {nobody && (
        <Alert color="red" icon={<Icon name="crossCircle" />}>
          {t('mail.nowhere')}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button disabled={people === 0 || reach.refreshing} loading={fetching} onClick={() => void submit()}>
          {t('mail.submit', { count: people })}
        </Button>
      </Group>
    </Stack>
  );
}

const withoutRepeats = (lists: Candidate[]): Candidate[] => [...new Map(lists.map((list) => [list.id, list])).values()];

type Reach = { people: number; already: number; unreachable: number };

function ReachText({ reach }: { reach: Reach | undefined }) {
  const { t } = useTranslation('situationReports');
  const { t: common } = useTranslation();
  if (!reach) return common('loading');
  const { people, already, unreachable } = reach;
  return [
    t('mail.reach', { count: people }),
    ...(already > 0 ? [t('mail.already', { count: already })] : []),
    ...(unreachable > 0 ? [t('mail.unreachable', { count: unreachable })] : []),
  ].join(' ');
}
