import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenMissingError } from '../kit/lazyPart.tsx';
import { MessagePage } from './MaintenanceScreen.tsx';

/** Stands in for a page that threw. */
export function DefectPage() {
  const { t } = useTranslation('common');
  return (
    <MessagePage title={t('defect.title')} text={t('defect.text')}>
      <button type="button" onClick={() => window.location.reload()}>
        {t('defect.reload')}
      </button>
    </MessagePage>
  );
}

interface Props {
  /** Told of every defect. */
  readonly report: (error: unknown) => void;
  /** Told that the page could not be loaded at all; it is led away from then. */
  readonly onMissing: () => void;
  /** A change of it gives the page another try: the route. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  /** The route at which it happened; null while nothing did. */
  readonly failedAt: string | null;
}

const SOUND: State = { error: undefined, failedAt: null };

/** A defect in one page leaves the rest of the product as it is, and says what to do. */
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
