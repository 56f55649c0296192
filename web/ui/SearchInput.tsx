import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

type Props = {
  value: string;
  onSearch: (value: string) => void;
  label: string /** Shows the label above, as in a row of fields. */;
  labelled?: true;
  delay?: number;
  /** Focused when the dialog opens. */
  first?: boolean;
};

/** Reports input after a delay (milliseconds), at once when cleared. */
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
    // a late value must not replace newer input
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
