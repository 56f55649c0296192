import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

type Props = {
  value: string;
  onSearch: (value: string) => void;
  label: string /** The label stands above it, as in a row of fields. */;
  labelled?: true;
  delay?: number;
  /** Where the dialog begins. */
  first?: boolean;
};

/** A search field that tells what was typed after a short rest, and at once when it is emptied. */
export function SearchInput({ value, onSearch, label, labelled, delay = 300, first = false }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const told = useRef<string[]>([]);
  const tell = (wanted: string) => {
    if (wanted !== value) told.current.push(wanted);
    onSearch(wanted);
  };
  const search = useDebouncedCallback(tell, delay);
  useEffect(() => {
    // what was told comes back late when much is going on, and must not replace what was typed since
    const at = told.current.indexOf(value);
    told.current.splice(0, at + 1);
    if (at < 0) setTyped(value);
  }, [value]);
  return (
    <TextInput
      type="search"
      role="searchbox"
      data-autofocus={first || undefined}
      {...(labelled ? { label } : { 'aria-label': label, placeholder: label })}
      value={typed}
      leftSection={<Icon name="search" size={20} />}
      rightSection={
        typed && (
          <CloseButton
            aria-label={t('clearSearch')}
            onClick={() => {
              search.cancel();
              setTyped('');
              tell('');
            }}
          />
        )
      }
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search.flush();
      }}
    />
  );
}
