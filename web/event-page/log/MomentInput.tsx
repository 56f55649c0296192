import { lazy, Suspense } from 'react';
import { LoadingState } from '#web/ui/states.tsx';

// a calendar is large, and wanted seldom
const DateTimeInput = lazy(async () => ({ default: (await import('#web/fields/DateTimeInput.tsx')).DateTimeInput }));

type Props = {
  name: string;
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  description?: string | undefined;
  error?: string | false;
};

/** A moment to choose or to leave open. */
export function MomentInput({ onChange, ...props }: Props) {
  return (
    <Suspense fallback={<LoadingState lines={1} />}>
      <DateTimeInput field={{ kind: 'dateTime' }} {...props} onChange={(value) => onChange(value as string | null)} />
    </Suspense>
  );
}
