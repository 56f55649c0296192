import { lazy, Suspense } from 'react';
import { LoadingState } from '#web/ui/states.tsx';

// the calendar is large and rarely needed
const DateTimeInput = lazy(async () => ({ default: (await import('#web/fields/DateTimeInput.tsx')).DateTimeInput }));

type Props = {
  name: string;
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  description?: string | undefined;
  error?: string | false;
};

/** An optional moment. */
export function MomentInput({ onChange, ...props }: Props) {
  return (
    <Suspense fallback={<LoadingState lines={1} />}>
      <DateTimeInput field={{ kind: 'dateTime' }} {...props} onChange={(value) => onChange(value as string | null)} />
    </Suspense>
  );
}
