import { Button, Group, Tabs, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './Candidates.module.css';
import { Candidates } from './Candidates.tsx';
import type { CandidateKind } from './useCandidates.ts';

/** The selected ids by kind. */
export type Picked = Record<CandidateKind, string[]>;

type Props = {
  title: string;
  kinds: CandidateKind[];
  /** Displayed but not selectable: present or forbidden. */
  present: ReadonlySet<string>;
  busy: boolean;
  onAdd: (picked: Picked) => void;
  onClose: () => void;
  /** An alternative, such as a new person. */
  other?: ReactNode;
};

/** Searches and selects people, groups or lists to add. */
export function AddDialog({ title, kinds, present, busy, onAdd, onClose, other }: Props) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const [kind, setKind] = useState<CandidateKind>(kinds[0] ?? 'people');
  const [picked, setPicked] = useState<Picked>({ people: [], groups: [], lists: [] });
  const count = kinds.reduce((sum, name) => sum + picked[name].length, 0);
  const toggle = (name: CandidateKind, id: string) => {
    const others = picked[name].filter((other) => other !== id);
    setPicked({ ...picked, [name]: picked[name].includes(id) ? others : [...others, id] });
  };
  const candidates = (name: CandidateKind) => (
    <Candidates
      kind={name}
      words={{ search: t(`add.search.${name}`), notFound: t('add.nothing'), none: t('add.none') }}
      delay={500}
      isPicked={(id) => picked[name].includes(id)}
      onToggle={({ id }) => toggle(name, id)}
      present={{ ids: present, why: t('add.present') }}
    />
  );
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      {kinds.length === 1 ? (
        candidates(kind)
      ) : (
        <Tabs value={kind} onChange={(value) => setKind((value as CandidateKind | null) ?? kind)} keepMounted={false}>
          <Tabs.List mb="md">
            {kinds.map((name) => (
              <Tabs.Tab key={name} value={name} className={classes['tab'] ?? ''}>
                {t(`add.kind.${name}`)}
                {picked[name].length > 0 && ` (${picked[name].length})`}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {kinds.map((name) => (
            <Tabs.Panel key={name} value={name}>
              {candidates(name)}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      <Group justify="space-between" gap="sm" className={classes['foot'] ?? ''}>
        {other ?? (
          <Text c="gray.6" role="status">
            {t('add.count', { count })}
          </Text>
        )}
        <Group gap="sm" className={classes['buttons'] ?? ''}>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={count === 0} loading={busy} onClick={() => onAdd(picked)}>
            {count > 0 ? t('add.submitCount', { count }) : t('add.submit')}
          </Button>
        </Group>
      </Group>
    </Dialog>
  );
}
