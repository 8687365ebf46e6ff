/** The clipboard of the system. */
export interface Clipboard {
  /** @returns whether the text is in the clipboard now. Never rejects. */
  write(text: string): Promise<boolean>;
}

/**
 * The browser's clipboard. Where there is none (plain HTTP on another host, an old browser) or it refuses, the text is
 * copied in the way of old, from a field that is selected for a moment (NAV-10).
 */
export const browserClipboard: Clipboard = {
  async write(text) {
    // Absent outside secure contexts, whatever the types say.
    const modern = navigator.clipboard as typeof navigator.clipboard | undefined;
    if (modern) {
      try {
        await modern.writeText(text);
        return true;
      } catch {
        // Not allowed here: the old way may still be.
      }
    }
    return copyFromField(text);
  },
};

function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  // Neither a keyboard on a phone, nor a jump of the page, nor a word from a screen reader.
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  field.style.position = 'fixed';
  field.style.insetBlockStart = '0';
  field.style.opacity = '0';
  // Beside what has the focus: a dialog would take the focus back from outside.
  (focused?.closest('[role="dialog"]') ?? document.body).append(field);
  try {
    field.select();
    field.setSelectionRange(0, text.length);
    return document.execCommand('copy');
  } catch {
    // A browser that does not know the command: the caller tells the user that nothing was copied.
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
