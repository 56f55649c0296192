import { UnstyledButton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { personalPlaceholders, placeholdersIn } from '#shared/placeholders.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { showPreloadError } from '#web/ui/loading/preload-errors.ts';
import { usePlaceholderLabel } from '#web/ui/usePlaceholderLabel.ts';
import classes from './Placeholder.module.css';

const load = async () => (await import('./FillPlaceholder.tsx')).FillPlaceholder;
const FillPlaceholder = lazyWithFallback(load, NotFillable);

type Props = { text: string; onFill?: ((name: string, value: string) => Promise<boolean>) | undefined };

/** Automatic placeholders are subtle marks, open ones ask for a value. */
export function Placeholder({ text, onFill }: Props) {
  const label = usePlaceholderLabel();
  const name = placeholdersIn(text)[0] ?? text;
  if (personalPlaceholders.has(name)) return <span className={classes['personal']}>{label(name)}</span>;
  const words = label(name);
  if (!onFill) return <OpenPlaceholder label={words} />;
  return (
    <Suspense fallback={<OpenPlaceholder label={words} />}>
      <FillPlaceholder label={words} onFill={(value) => onFill(name, value)} />
    </Suspense>
  );
}

function OpenPlaceholder({ label }: { label: string }) {
  return <span className={classes['open']}>{label}</span>;
}

/** Replaces a button whose form can't be loaded. */
function NotFillable({ label }: { label: string }) {
  const { t } = useTranslation('messages');
  return (
    <UnstyledButton component="button" className={classes['open']} onClick={() => void showPreloadError()}>
      <Icon name="edit" size={16} /> {t('fill.open', { label })}
    </UnstyledButton>
  );
}
