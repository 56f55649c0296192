import { Button, Group, Pill, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import type { ReportMessage } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { LoadingState } from '#web/ui/states.tsx';
import classes from './DraftRecipients.module.css';
import { RecipientPicker } from './RecipientPicker.tsx';
import { type Chosen, type RecipientChoice as Made, useSetRecipients } from './recipients.ts';
import { WantedFor } from './WantedFor.tsx';

const icons: Record<CandidateKind, IconName> = { lists: 'list', groups: 'group', people: 'person' };

type Props = { report: string; message: ReportMessage; mayChoose: boolean; onChanged: () => void };
type Whom = Props & { drafts: readonly ReportMessage[]; choice: Made | null };

/** The recipients of the report: lists, groups and single people, the same on all channels. */
export function DraftRecipients({ choice, drafts, ...props }: Whom) {
  const { t } = useTranslation('drafts');
  return (
    <section>
      <Title order={3} mb="xs">
        {t('draft.recipients')}
      </Title>
      {choice ? <Choice {...choice} {...props} /> : <LoadingState lines={1} />}
      <WantedFor {...props} drafts={drafts} />
    </section>
  );
}

function Choice(props: Props & { chosen: Chosen; isWhole: boolean }) {
  const { chosen, isWhole, report, message, mayChoose, onChanged } = props;
  const { t } = useTranslation('drafts');
  const [picked, setPicked] = useState<Chosen>(); // the choice when the picker opened
  const { save, busy } = useSetRecipients(report, message, onChanged);
  const mayChange = isWhole && mayChoose;
  const count = chosen.lists.length + chosen.groups.length + chosen.people.length;
  return (
    <>
      <Stack gap="md">
        {count === 0 ? (
          <Text c="gray.6">{t('recipients.none')}</Text>
        ) : (
          <ul className={classes['chosen']}>
            {(['lists', 'groups', 'people'] as const).flatMap((kind) =>
              chosen[kind].map(({ id, name }) => (
                <li key={id}>
                  <Pill
                    size="lg"
                    className={classes['pill'] ?? ''}
                    withRemoveButton={mayChange}
                    disabled={busy}
                    onRemove={() => void save(chosen, without(chosen, kind, id))}
                    removeButtonProps={{
                      'aria-label': t('recipients.remove', { name }),
                      tabIndex: 0,
                      'aria-hidden': false,
                    }}
                  >
                    <Icon name={icons[kind]} size={18} label={t(`recipients.kind.${kind}`)} /> {name}
                  </Pill>
                </li>
              )),
            )}
          </ul>
        )}
        {!isWhole && <Text c="gray.6">{t('recipients.tooMany')}</Text>}
        {mayChange && (
          <Group>
            <Button
              variant={count === 0 ? 'filled' : 'default'}
              leftSection={<Icon name="plus" />}
              onClick={() => setPicked(chosen)}
              loading={busy}
            >
              {t('recipients.add')}
            </Button>
          </Group>
        )}
      </Stack>
      {picked && (
        <RecipientPicker
          chosen={picked}
          busy={busy}
          onClose={() => setPicked(undefined)}
          onChoose={async (after) => {
            if (await save(picked, after)) setPicked(undefined);
          }}
        />
      )}
    </>
  );
}

const without = (chosen: Chosen, kind: CandidateKind, id: string): Chosen => ({
  ...chosen,
  [kind]: chosen[kind].filter((row) => row.id !== id),
});
