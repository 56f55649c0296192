import { Button, Checkbox, Group, Stack, Tabs, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import classes from './AddDialog.module.css';
import { type CandidateKind, useCandidates } from './useCandidates.ts';

/** The ids of what was picked, by kind. */
export type Picked = Record<CandidateKind, string[]>;

type Props = {
  title: string;
  kinds: CandidateKind[];
  /** What is in already, or must not be: shown, but not to be picked. */
  present: ReadonlySet<string>;
  busy: boolean;
  onAdd: (picked: Picked) => void;
  onClose: () => void;
  /** Another way, e.g. to a new person. */
  other?: ReactNode;
};

/** Picks people, groups or lists to add, each found by a few letters. */
export function AddDialog({ title, kinds, present, busy, onAdd, onClose, other }: Props) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const [kind, setKind] = useState<CandidateKind>(kinds[0] ?? 'people');
  const [picked, setPicked] = useState<Picked>({ people: [], groups: [], lists: [] });
  const count = kinds.reduce((sum, name) => sum + picked[name].length, 0);
  const candidates = (name: CandidateKind) => (
    <Candidates
      kind={name}
      present={present}
      picked={picked[name]}
      onPick={(ids) => setPicked({ ...picked, [name]: ids })}
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
        <Group gap="sm">
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

type CandidatesProps = {
  kind: CandidateKind;
  present: ReadonlySet<string>;
  picked: string[];
  onPick: (ids: string[]) => void;
};

function Candidates({ kind, present, picked, onPick }: CandidatesProps) {
  const { t } = useTranslation('contacts');
  const [search, setSearch] = useState('');
  const state = useCandidates(kind, search);
  const toggle = (id: string) => onPick(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]);
  return (
    <Stack gap="sm">
      <SearchInput value={search} onSearch={setSearch} label={t(`add.search.${kind}`)} delay={500} />
      <div className={classes['list']}>
        <QueryView state={state}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="search" title={t(search ? 'add.nothing' : 'add.none')} />
            ) : (
              rows.map(({ id, name, hint }) => (
                <Checkbox
                  key={id}
                  size="md"
                  checked={present.has(id) || picked.includes(id)}
                  disabled={present.has(id)}
                  onChange={() => toggle(id)}
                  label={name}
                  description={present.has(id) ? t('add.present') : hint}
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
