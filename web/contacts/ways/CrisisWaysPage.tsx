import { Button, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { isOffered } from '#web/lib/offered.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, NotAllowed, QueryView } from '#web/ui/states.tsx';
import { MemberEntry } from './MemberEntry.tsx';
import { AskForConfirmationMutation, CrisisMembersQuery } from './queries.ts';
import classes from './ways.module.css';

/** The members of the crisis team with their proved ways. */
export function CrisisWaysPage() {
  const { t } = useTranslation('ways');
  const { can } = useViewer();
  const [shown, setShown] = useUrlState('show');
  const isAllowed = isOffered('/crisisteam', can);
  const isOpen = shown !== 'all';
  const state = useData(CrisisMembersQuery, { isOpen }, { keepPrevious: true, pause: !isAllowed });
  const { ask, busy } = useAsk(state.refetch);
  if (!isAllowed) return <NotAllowed title={t('title')} />;
  const open = state.data?.crisisMembers.filter(({ isDone }) => !isDone).map(({ person }) => person.id) ?? [];
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        open.length > 0 && (
          <Button loading={busy} leftSection={<Icon name="send" size={20} />} onClick={() => void ask(open, true)}>
            {t('askAll')}
          </Button>
        )
      }
    >
      <Panel>
        <SegmentedControl
          mb="md"
          aria-label={t('show')}
          value={isOpen ? 'open' : 'all'}
          onChange={(value) => setShown(value === 'open' ? '' : value)}
          data={(['open', 'all'] as const).map((value) => ({ value, label: t(`shown.${value}`) }))}
        />
        <QueryView state={state}>
          {({ crisisMembers }) =>
            crisisMembers.length === 0 ? (
              <EmptyState title={t(isOpen ? 'emptyOpen' : 'empty')} text={isOpen ? undefined : t('emptyText')} />
            ) : (
              <ul className={classes['list']}>
                {crisisMembers.map((member) => (
                  <MemberEntry
                    key={member.person.id}
                    member={member}
                    busy={busy}
                    onAsk={() => void ask([member.person.id])}
                    onChanged={state.refetch}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
    </Page>
  );
}

/** Returns a function that asks members to confirm; before it asks several, it waits for a confirmation. */
function useAsk(onChanged: () => void) {
  const { t } = useTranslation('ways');
  const confirm = useConfirm();
  const [{ fetching }, send] = useMutation(AskForConfirmationMutation);
  const ask = async (people: string[], isMany = false) => {
    if (isMany && !(await confirm({ title: t('askTitle', { count: people.length }), text: t('askText') }))) return;
    const { data } = await send({ people });
    if (!data) return; // a toast shows the reason
    successToast(t(data.askForConfirmation ? 'asked' : 'askedNone', { count: data.askForConfirmation }));
    onChanged();
  };
  return { ask, busy: fetching };
}
