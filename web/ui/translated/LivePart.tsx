import { Alert, Button, Group } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';

type Props = { children: ReactNode };
type State = { failures: number; isBroken: boolean };

const mostRestarts = 3;

/** If this part crashes, it restarts and the page stays. */
export class LivePart extends Component<Props, State> {
  override state: State = { failures: 0, isBroken: false };

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true };
  }

  override componentDidCatch(): void {
    const failures = this.state.failures + 1;
    this.setState({ failures, isBroken: failures > mostRestarts });
  }

  override render(): ReactNode {
    const { failures, isBroken } = this.state;
    if (isBroken && failures > mostRestarts) return <Broken onRetry={() => this.setState({ isBroken: false })} />;
    return isBroken ? null : <Restarted key={failures}>{this.props.children}</Restarted>;
  }
}

const Restarted = ({ children }: Props) => children;

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('layout');
  return (
    <Alert color="red" icon={<Icon name="info" />} role="alert">
      <Group justify="space-between">
        {t('pageError.part')}
        <Button variant="default" size="compact-md" onClick={onRetry}>
          {t('pageError.again')}
        </Button>
      </Group>
    </Alert>
  );
}
