import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { TextContext } from './offered.ts';
import type { Proposal, Snippet } from './queries.ts';
import classes from './SnippetChoice.module.css';
import { useFirstFocus } from './useFirstFocus.ts';
import { useSnippetKeys } from './useSnippetKeys.ts';

type Props = {
  snippets: readonly Snippet[];
  proposals: readonly Proposal[];
  about: TextContext;
  onChoose: (snippet: Snippet) => void;
  onClose: () => void;
};

/** The snippets, filtered by words and types, with keyboard control. */
export function SnippetChoice({ snippets, proposals, about, onChoose, onClose }: Props) {
  const { t } = useTranslation('drafts');
  const { t: common } = useTranslation();
  const id = useId();
  const words = useFirstFocus();
  const choice = useSnippetKeys({ snippets, proposals, about, onChoose });
  const { wanted, current, fitting, others, narrow } = choice;
  const optionOf = (snippet: Snippet) => `${id}-${snippet.id}`;
  useEffect(() => {
    if (current) document.getElementById(`${id}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
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
          onKeyDown={choice.onKeyDown}
        />
        <TypeFilter
          label={t('snippets.type')}
          any={t('snippets.anyType')}
          value={wanted.snippetType}
          types={snippets.map(({ snippetType }) => snippetType)}
          onChange={(snippetType) => narrow({ snippetType })}
        />
        <TypeFilter
          label={t('snippets.eventType')}
          any={t('snippets.anyEventType')}
          value={wanted.eventType}
          types={proposals.map(({ eventType }) => eventType)}
          onChange={(eventType) => narrow({ eventType })}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('snippets.title')} className={classes['list']}>
        <Options
          label={t('snippets.fitting')}
          of={fitting}
          {...{ current, optionOf, onPoint: choice.point, onChoose }}
        />
        <Options label={t('snippets.others')} of={others} {...{ current, optionOf, onPoint: choice.point, onChoose }} />
        {!current && (
          <Text c="gray.6" p="md">
            {t('snippets.none')}
          </Text>
        )}
      </div>
      <Preview snippet={current} />
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

function Preview({ snippet }: { snippet: Snippet | undefined }) {
  const { t } = useTranslation('drafts');
  return (
    <section className={classes['preview']} aria-label={t('snippets.preview')} aria-live="polite">
      {snippet?.readOnly && (
        <Text fz="sm" c="gray.7" mb="xs">
          <Icon name="lock" size={18} /> {t('snippets.readOnly')}
        </Text>
      )}
      {snippet && <AuthorText text={snippet.parsedContent} />}
    </section>
  );
}

type FilterProps = {
  label: string;
  /** The choice that doesn't filter. */
  any: string;
  value: string;
  types: readonly ({ id: string; name: string } | null)[];
  onChange: (value: string) => void;
};

function TypeFilter({ label, any, value, types, onChange }: FilterProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[{ value: '', label: any }, ...distinct(types)]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type OptionsProps = {
  label: string;
  of: readonly Snippet[];
  current: Snippet | undefined;
  optionOf: (snippet: Snippet) => string;
  onPoint: (snippet: Snippet) => void;
  onChoose: (snippet: Snippet) => void;
};

function Options({ label, of, current, optionOf, onPoint, onChoose }: OptionsProps) {
  if (of.length === 0) return null;
  return (
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
          onPoint={() => onPoint(snippet)}
          onChoose={() => onChoose(snippet)}
        />
      ))}
    </div>
  );
}

type OptionProps = { id: string; snippet: Snippet; isCurrent: boolean; onPoint: () => void; onChoose: () => void };

/** One tap shows the content, a second one chooses it. The focus stays in the search field. */
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
