import { Button, Group, Pill, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import type { ReportMessage } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { LoadingState } from '#web/ui/states.tsx';
import classes from './DraftRecipients.module.css';
import { RecipientPicker } from './RecipientPicker.tsx';
import { type Chosen, useChosen, useSetRecipients } from './recipients.ts';

const icons: Record<CandidateKind, IconName> = { lists: 'list', groups: 'group', people: 'person' };

type Props = { messages: [ReportMessage, ...ReportMessage[]]; mayChoose: boolean; onChanged: () => void };

/** Whom the report goes to: lists, groups and single people, the same on all its channels. */
export function DraftRecipients({ messages, mayChoose, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { chosen, isWhole, refetch } = useChosen(messages[0]);
  const changed = () => {
    refetch();
    onChanged();
  };
  return (
    <section>
      <Title order={3} mb="xs">
        {t('draft.recipients')}
      </Title>
      {chosen ? (
        <Choice {...{ chosen, isWhole, messages, mayChoose }} onChanged={changed} />
      ) : (
        <LoadingState lines={1} />
      )}
    </section>
  );
}

function Choice({ chosen, isWhole, messages, mayChoose, onChanged }: Props & { chosen: Chosen; isWhole: boolean }) {
  const { t } = useTranslation('reports');
  const [picking, picker] = useDisclosure(false);
  const { save, busy } = useSetRecipients(messages, onChanged);
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
                    onRemove={() => void save(without(chosen, kind, id))}
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
              onClick={picker.open}
              loading={busy}
            >
              {t('recipients.add')}
            </Button>
          </Group>
        )}
      </Stack>
      {picking && (
        <RecipientPicker
          chosen={chosen}
          onClose={picker.close}
          onChoose={(after) => {
            picker.close();
            void save(after);
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
