import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { graphql, type VariablesOf } from '#web/lib/gql.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useConfirm } from '#web/ui/confirm.tsx';

const AskReserveMutation = graphql(`
  mutation AskReserve($report: ID!, $next: [AskNextInput!]) { askReserve(report: $report, next: $next) { id } }
`);

type Props = { report: ReportDetails; onChanged: () => void; onClose: () => void };

/** Asks all of the reserve, or the next one of each unfilled function. */
export function ReserveChoices({ report, onChanged, onClose }: Props) {
  const { t } = useTranslation('reports');
  const confirm = useConfirm();
  const [{ fetching }, askReserve] = useMutation(AskReserveMutation);
  const { reserve, limits } = report.answers;
  const open = limits.filter(({ state, remaining }) => state === 'waiting' && remaining > 0);
  if (reserve === 0 || open.length === 0) return null;
  const ask = async (
    question: { title: string; text: string },
    next?: VariablesOf<typeof AskReserveMutation>['next'],
  ) => {
    if (!(await confirm({ ...question, danger: true }))) return;
    const { error } = await askReserve({ report: report.id, ...(next && { next }) });
    onChanged();
    if (error) return;
    toast.success(t('more.reserveDone'));
    onClose();
  };
  const names = open.map(({ group }) => group.name).join(', ');
  const askAll = () => ask({ title: t('more.reserveTitle'), text: t('more.reserveText', { count: reserve }) });
  const askNext = () =>
    ask(
      { title: t('more.nextEachTitle'), text: t('more.nextEachText', { count: open.length, names }) },
      open.map(({ group, contacted }) => ({ group: group.id, contacted })),
    );
  return (
    <>
      <ChoiceButton icon="alarm" first color="red" variant="outline" loading={fetching} onClick={() => void askAll()}>
        {t('more.reserve', { count: reserve })}
      </ChoiceButton>
      <ChoiceButton icon="group" note={names} loading={fetching} onClick={() => void askNext()}>
        {t('more.nextEach', { count: open.length })}
      </ChoiceButton>
    </>
  );
}
