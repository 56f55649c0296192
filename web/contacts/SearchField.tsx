import { Autocomplete, CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';

type Props = { value: string; onSearch: (value: string) => void; label: string };

// milliseconds; longer than elsewhere, because every search enters the history
const REST = 700;

/** A search field that suggests the user's recent searches. */
export function SearchField({ value, onSearch, label }: Props) {
  const { t } = useTranslation();
  const { user, refetch } = useViewer();
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, REST);
  useEffect(() => setTyped(value), [value]);
  const now = (text: string) => {
    search.cancel();
    setTyped(text);
    onSearch(text);
  };
  return (
    <Autocomplete
      enterKeyHint="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      data={typed ? [] : [...new Set(user.searchHistory)]}
      leftSection={<Icon name="search" size={20} />}
      rightSection={typed && <CloseButton aria-label={t('clearSearch')} onClick={() => now('')} />}
      onDropdownOpen={refetch}
      onChange={(text) => {
        setTyped(text);
        search(text);
      }}
      onOptionSubmit={now}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search.flush();
      }}
    />
  );
}
