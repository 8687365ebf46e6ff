import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenMissingError } from '../kit/lazyPart.tsx';
import { MessagePage } from './MaintenanceScreen.tsx';

export function DefectPage() {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('defect.title')} text={t('defect.text')}>
      <Button onClick={() => window.location.reload()}>{t('defect.reload')}</Button>
      {/* Nothing of the page goes along. Not by the router, which may be what broke. */}
      <Button component="a" variant="default" href="/support">
        {t('defect.report')}
      </Button>
    </MessagePage>
  );
}

interface Props {
  readonly report: (error: unknown) => void;
  /** Called when the page could not be loaded; must navigate away. */
  readonly onMissing: () => void;
  /** The route: a change of it renders the page again. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly failedAt: string | null;
}

const SOUND: State = { error: undefined, failedAt: null };

/** Contains an error in one page and gives advice. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = SOUND;

  static getDerivedStateFromProps({ resetKey }: Props, { failedAt }: State): State | null {
    return failedAt !== null && failedAt !== '' && failedAt !== resetKey ? SOUND : null;
  }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failedAt: '' };
  }

  override componentDidCatch(error: unknown): void {
    this.setState({ failedAt: this.props.resetKey });
    if (error instanceof ScreenMissingError) this.props.onMissing();
    else this.props.report(error);
  }

  override render(): ReactNode {
    const { error, failedAt } = this.state;
    if (failedAt === null) return this.props.children;
    return error instanceof ScreenMissingError ? null : <DefectPage />;
  }
}
