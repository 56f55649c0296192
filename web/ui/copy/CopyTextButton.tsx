import { Button, CopyButton } from '@mantine/core';
import { Icon } from '#web/ui/Icon.tsx';

/** `label` and `copied` are the texts before and after. */
export function CopyTextButton({ value, label, copied: done }: { value: string; label: string; copied: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
          onClick={copy}
        >
          {copied ? done : label}
        </Button>
      )}
    </CopyButton>
  );
}
