import { Button, Checkbox, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CandidateKind, useCandidates } from '#web/contacts/useCandidates.ts';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import classes from './RecipientPicker.module.css';
import type { Chosen } from './recipients.ts';

type Props = {
  chosen: Chosen;
  /** What is shown first. */
  first?: CandidateKind;
  onChoose: (chosen: Chosen) => void;
  onClose: () => void;
};

const kinds: CandidateKind[] = ['lists', 'groups', 'people'];

/** Chooses recipients out of lists, groups and people, each found by a few letters. */
export function RecipientPicker({ chosen, first = 'lists', onChoose, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [kind, setKind] = useState(first);
  const [picked, setPicked] = useState(chosen);
  const count = kinds.reduce((sum, name) => sum + picked[name].length, 0);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('recipients.pickTitle')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Tabs value={kind} onChange={(value) => setKind((value as CandidateKind | null) ?? 'lists')} keepMounted={false}>
        <Tabs.List mb="md">
          {kinds.map((name) => (
            <Tabs.Tab key={name} value={name} className={classes['tab'] ?? ''}>
              {t(`recipients.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {kinds.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <Candidates kind={name} picked={picked} onPick={setPicked} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group justify="space-between" gap="sm" className={classes['foot'] ?? ''}>
        <Text c="gray.6" role="status">
          {t('recipients.count', { count })}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button onClick={() => onChoose(picked)}>{t('recipients.take')}</Button>
        </Group>
      </Group>
    </Modal>
  );
}

type CandidatesProps = { kind: CandidateKind; picked: Chosen; onPick: (picked: Chosen) => void };

function Candidates({ kind, picked, onPick }: CandidatesProps) {
  const { t } = useTranslation('reports');
  const [search, setSearch] = useState('');
  const state = useCandidates(kind, search);
  const isPicked = (id: string) => picked[kind].some((row) => row.id === id);
  const toggle = (row: { id: string; name: string }) => {
    const others = picked[kind].filter(({ id }) => id !== row.id);
    onPick({ ...picked, [kind]: isPicked(row.id) ? others : [...others, row] });
  };
  return (
    <Stack gap="sm">
      <SearchInput value={search} onSearch={setSearch} label={t(`recipients.search.${kind}`)} />
      <div className={classes['list']}>
        <QueryView state={state}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="search" title={t(search ? 'recipients.nothing' : 'recipients.nothingYet')} />
            ) : (
              rows.map(({ id, name, hint }) => (
                <Checkbox
                  key={id}
                  size="md"
                  checked={isPicked(id)}
                  onChange={() => toggle({ id, name })}
                  label={name}
                  description={hint}
                  classNames={{ body: classes['option'] ?? '', description: classes['hint'] ?? '' }}
                />
              ))
            )
          }
        </QueryView>
      </div>
    </Stack>
  );
}
