import { Button } from '@mantine/core';
import i18n from 'i18next';
import { Component, lazy, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A failed import stays failed in this page, so from then on navigation loads the page anew. */
const withMissingPart = new WeakSet<Document>();

export const noteMissingPart = (): void => void withMissingPart.add(document);

export const hasMissingPart = (): boolean => withMissingPart.has(document);

/** Words that parts wait for now. */
const awaited = new Set<string>();

/** Whether a part waits for these words: without them the part is missing, and the screen stays. */
export const isOfPart = (namespace: string): boolean => awaited.has(namespace);

/** @throws Error without them. */
async function loadWords(namespace: string): Promise<void> {
  awaited.add(namespace);
  try {
    await i18n.loadNamespaces(namespace);
  } finally {
    awaited.delete(namespace);
  }
  if (!i18n.hasResourceBundle(i18n.resolvedLanguage ?? i18n.language, namespace))
    throw new Error(`the words of ${namespace} could not be loaded`);
}

export class ScreenMissingError extends Error {
  constructor(cause: unknown) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenMissingError';
  }
}

export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads it ahead of time, so that it shows at once. */
  readonly preload: () => Promise<unknown>;
}

/** One that cannot be loaded leads to the maintenance page (`ErrorBoundary`). */
export function lazyScreen<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<ComponentType<Props>> => {
    try {
      loaded = (await load())[name];
      return loaded;
    } catch (error) {
      throw new ScreenMissingError(error);
    }
  };
  const Later = lazy(async () => ({ default: await preload() }));
  function Part(props: Props) {
    // A loaded part renders at once; `lazy` would show its fallback first.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? (Later as ComponentType<Props>));
    return <Component {...props} />;
  }
  return Object.assign(Part, { preload });
}

/** Stands where a part of a screen could not be loaded (NAV-17). */
function MissingPart({ isOver = false }: { readonly isOver?: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="missing-part" data-over={isOver} role="status">
      {`${t('defect.part')} `}
      <Button variant="default" size="xs" onClick={() => window.location.reload()}>
        {t('defect.reload')}
      </Button>
    </p>
  );
}

const INSTEAD = { sentence: <MissingPart />, notice: <MissingPart isOver />, nothing: null };

interface PartOptions {
  /** Namespace of words that only this part needs. */
  readonly words?: string;
  /** When it cannot be loaded: a sentence in its place (the default), or over the page for a dialog, or nothing. */
  readonly instead?: keyof typeof INSTEAD;
}

/** One that cannot be loaded leaves the rest of its screen as it is (NAV-17). */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  { words, instead = 'sentence' }: PartOptions = {},
): LazyPart<Props> {
  const Inner = lazyScreen(async () => {
    const [chunk] = await Promise.all([load(), words === undefined ? null : loadWords(words)]);
    return chunk;
  }, name);
  function Part(props: Props) {
    return (
      <PartBoundary instead={INSTEAD[instead]}>
        <Inner {...props} />
      </PartBoundary>
    );
  }
  return Object.assign(Part, { preload: Inner.preload });
}

interface BoundaryProps {
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ScreenMissingError) noteMissingPart();
  }

  override render(): ReactNode {
    const error: unknown = this.state.error;
    if (error === null) return this.props.children;
    if (error instanceof ScreenMissingError) return this.props.instead;
    // A defect is the page's (`ErrorBoundary`).
    throw error;
  }
}
