export interface Clipboard {
  /** @returns whether the text is in the clipboard. Never rejects. */
  write(text: string): Promise<boolean>;
}

/** Falls back to `execCommand` where there is no clipboard API (plain HTTP, old browsers) or it refuses (NAV-10). */
export const browserClipboard: Clipboard = {
  async write(text) {
    // Absent outside secure contexts, although the type says otherwise.
    const modern = navigator.clipboard as typeof navigator.clipboard | undefined;
    if (modern) {
      try {
        await modern.writeText(text);
        return true;
      } catch {
        // `execCommand` may still be allowed.
      }
    }
    return copyFromField(text);
  },
};

function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  // Prevents a phone's keyboard, a scroll of the page, and words from a screen reader.
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  field.style.position = 'fixed';
  field.style.insetBlockStart = '0';
  field.style.opacity = '0';
  // Inside the dialog, which would take the focus back from outside.
  (focused?.closest('[role="dialog"]') ?? document.body).append(field);
  try {
    field.select();
    field.setSelectionRange(0, text.length);
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
