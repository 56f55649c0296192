import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { offered, type TextContext } from './offered.ts';
import type { Proposal, Snippet } from './queries.ts';
import classes from './SnippetChoice.module.css';
import { useFirstFocus } from './useFirstFocus.ts';

type Props = {
  snippets: readonly Snippet[];
  proposals: readonly Proposal[];
  about: TextContext;
  onChoose: (snippet: Snippet) => void;
  onClose: () => void;
};

/** The snippets, filtered by words and types. While the user types, the arrow keys move through them and Enter chooses one. */
export function SnippetChoice({ snippets, proposals, about, onChoose, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const id = useId();
  const words = useFirstFocus();
  const [wanted, setWanted] = useState({ words: '', snippetType: '', eventType: '' });
  const [active, setActive] = useState<string | null>(null);
  const { fitting, others } = offered(snippets, proposals, about, wanted);
  const all = [...fitting, ...others];
  const current = all.find((snippet) => snippet.id === active) ?? all[0];
  const optionOf = (snippet: Snippet) => `${id}-${snippet.id}`;
  useEffect(() => {
    if (current) document.getElementById(`${id}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const narrow = (part: Partial<typeof wanted>) => {
    setWanted({ ...wanted, ...part });
    setActive(null);
  };
  const move = (by: number) => {
    if (!current) return;
    const at = Math.min(Math.max(all.indexOf(current) + by, 0), all.length - 1);
    setActive(all[at]!.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const by = steps[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by !== undefined) move(by);
    else if (current) onChoose(current);
  };
  const group = (label: string, of: readonly Snippet[]): ReactNode =>
    of.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: groups options of a listbox, not form fields
      <div role="group" aria-label={label}>
        <div className={classes['label']} aria-hidden="true">
          {label}
        </div>
        {of.map((snippet) => (
          <Option
            key={snippet.id}
            id={optionOf(snippet)}
            snippet={snippet}
            isCurrent={snippet === current}
            onPoint={() => setActive(snippet.id)}
            onChoose={() => onChoose(snippet)}
          />
        ))}
      </div>
    );
  return (
    <div className={classes['choice']}>
      <div className={classes['filters']}>
        <TextInput
          label={t('snippets.words')}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && optionOf(current)}
          ref={words}
          leftSection={<Icon name="search" size={20} />}
          value={wanted.words}
          onChange={({ currentTarget }) => narrow({ words: currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <NativeSelect
          label={t('snippets.type')}
          value={wanted.snippetType}
          data={[
            { value: '', label: t('snippets.anyType') },
            ...distinct(snippets.map(({ snippetType }) => snippetType)),
          ]}
          onChange={({ currentTarget }) => narrow({ snippetType: currentTarget.value })}
        />
        <NativeSelect
          label={t('snippets.eventType')}
          value={wanted.eventType}
          data={[
            { value: '', label: t('snippets.anyEventType') },
            ...distinct(proposals.map(({ eventType }) => eventType)),
          ]}
          onChange={({ currentTarget }) => narrow({ eventType: currentTarget.value })}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('snippets.title')} className={classes['list']}>
        {group(t('snippets.fitting'), fitting)}
        {group(t('snippets.others'), others)}
        {all.length === 0 && (
          <Text c="gray.6" p="md">
            {t('snippets.none')}
          </Text>
        )}
      </div>
      <section className={classes['preview']} aria-label={t('snippets.preview')} aria-live="polite">
        {current && (
          <>
            {current.readOnly && (
              <Text fz="sm" c="gray.7" mb="xs">
                <Icon name="lock" size={18} /> {t('snippets.readOnly')}
              </Text>
            )}
            <AuthorText text={current.parsedContent} />
          </>
        )}
      </section>
      <Group justify="flex-end" gap="sm" className={classes['buttons'] ?? ''}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button
          leftSection={<Icon name="check" />}
          disabled={!current}
          onClick={() => {
            if (current) onChoose(current);
          }}
        >
          {t('snippets.insert')}
        </Button>
      </Group>
    </div>
  );
}

type OptionProps = { id: string; snippet: Snippet; isCurrent: boolean; onPoint: () => void; onChoose: () => void };

/** One tap shows the content, a second one chooses it. The keyboard focus stays in the search field. */
function Option({ id, snippet, isCurrent, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={classes['option']}
      onClick={isCurrent ? onChoose : onPoint}
    >
      <span>{snippet.name}</span>
      <span className={classes['type']}>
        {snippet.readOnly && <Icon name="lock" size={16} />} {snippet.snippetType?.name}
      </span>
    </div>
  );
}

/** Returns each entry once, sorted by name. */
function distinct(named: readonly ({ id: string; name: string } | null)[]): { value: string; label: string }[] {
  const byId = new Map(named.flatMap((one) => (one ? [[one.id, one.name] as const] : [])));
  return [...byId].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}
