import { useEffect, useEffectEvent } from 'react';
import { useApp } from './app.tsx';

/** By the typed character, such as `?`, or `Escape`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

interface ShortcutOptions {
  readonly isFirst?: boolean;
  readonly isHere?: (target: Node) => boolean;
}

const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
const COVERING = 'dialog[open], [role="dialog"]';

/**
 * Off in fields, with modifiers, when held and behind a dialog. Users can switch all but `Escape` off (WCAG 2.1.4).
 * @param isFirst before those of the rest of the page; must stay the same
 * @param isHere whether they are meant where the focus is; everywhere by default
 */
export function useShortcuts(
  shortcuts: Shortcuts,
  { isFirst = false, isHere = () => true }: ShortcutOptions = {},
): void {
  const app = useApp();
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = target instanceof Element && target.closest(TYPED_INTO) !== null;
    if (isTyping && key !== 'Escape') return;
    if (key.length === 1 && !app.preferences.read('keyShortcuts')) return;
    // A dialog that this very key has closed took it, too.
    if (document.querySelector(COVERING) ?? (target instanceof Element && target.closest(COVERING))) return;
    const act = shortcuts[key.length === 1 ? key.toLowerCase() : key];
    if (!act || (target instanceof Node && !isHere(target))) return;
    event.preventDefault();
    act();
  });
  // Keys come from the whole document.
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listener, isFirst);
    return () => document.removeEventListener('keydown', listener, isFirst);
  }, [isFirst]);
}
