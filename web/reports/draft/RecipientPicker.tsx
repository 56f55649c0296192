import { Button, Group, Modal, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#web/contacts/Candidates.module.css';
import { Candidates } from '#web/contacts/Candidates.tsx';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import type { Chosen } from './recipients.ts';

type Props = {
  chosen: Chosen;
  /** The kind shown first. */
  first?: CandidateKind;
  /** The function that they are wanted for. */
  about?: string | undefined;
  /** Whether the choice is being stored; keeps the dialog open. */
  busy: boolean;
  /** Whether at least one choice is required. */
  required?: boolean;
  onChoose: (chosen: Chosen) => void;
  onClose: () => void;
};

const kinds: CandidateKind[] = ['lists', 'groups', 'people'];

export function RecipientPicker({ chosen, first = 'lists', about, busy, required = false, onChoose, onClose }: Props) {
  const { t } = useTranslation('drafts');
  const { t: common } = useTranslation();
  const [kind, setKind] = useState(first);
  const [picked, setPicked] = useState(chosen);
  const count = kinds.reduce((sum, name) => sum + picked[name].length, 0);
  const isPicked = (name: CandidateKind, id: string) => picked[name].some((row) => row.id === id);
  const toggle = (name: CandidateKind, row: Chosen[CandidateKind][number]) => {
    const others = picked[name].filter(({ id }) => id !== row.id);
    setPicked({ ...picked, [name]: isPicked(name, row.id) ? others : [...others, row] });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('recipients.pickTitle')}
      // closing can't stop a running request
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': common('close'), disabled: busy }}
    >
      {about && <Text mb="md">{about}</Text>}
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
            <Candidates
              kind={name}
              first
              words={{
                search: t(`recipients.search.${name}`),
                notFound: t('recipients.nothing'),
                none: t('recipients.nothingYet'),
              }}
              isPicked={(id) => isPicked(name, id)}
              onToggle={(row) => toggle(name, row)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group justify="space-between" gap="sm" className={classes['foot'] ?? ''}>
        <Text c="gray.6" role="status">
          {t('recipients.count', { count })}
        </Text>
        <Group gap="sm" className={classes['buttons'] ?? ''}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            {common('cancel')}
          </Button>
          <Button loading={busy} disabled={required && count === 0} onClick={() => onChoose(picked)}>
            {t('recipients.take')}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}
