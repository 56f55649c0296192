import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

type Props = { value: string; onSearch: (value: string) => void; label: string; delay?: number };

/** A search field that tells what was typed after a short rest, and at once when it is emptied. */
export function SearchInput({ value, onSearch, label, delay = 300 }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, delay);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      value={typed}
      leftSection={<Icon name="search" size={20} />}
      rightSection={
        typed && (
          <CloseButton
            aria-label={t('clearSearch')}
            onClick={() => {
              search.cancel();
              setTyped('');
              onSearch('');
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
