// What walks read from parts of a screen. Each function runs in the page, and so uses nothing from outside itself.

/** The buttons in their order, by name; disabled ones are marked. */
export function readButtons(parts: readonly Element[]): string {
  return parts
    .flatMap((part) => [...part.querySelectorAll('button')])
    .map((button) => {
      const name = button.getAttribute('aria-label') ?? button.textContent;
      return button.matches(':disabled') ? `${name} (disabled)` : name;
    })
    .filter((name) => name !== 'Show password')
    .join(', ');
}

/** The texts, without buttons. @param told by default headings, paragraphs, items and messages */
export function readTexts(
  parts: readonly Element[],
  told = 'h2, h3, p, li, [role="alert"], [role="status"]',
): string {
  return parts
    .flatMap((part) => [...part.querySelectorAll(told)])
    .filter((one) => one.querySelector(told) === null)
    .map((one) => {
      const copy = one.cloneNode(true) as Element;
      for (const button of copy.querySelectorAll('button')) button.remove();
      return copy.textContent;
    })
    .filter((text) => text !== '')
    .join(' | ');
}

/** The locked fields, by name. */
export function readLocked(parts: readonly Element[]): string {
  return parts
    .flatMap((part) => [...part.querySelectorAll<HTMLInputElement>('input, textarea, select')])
    .filter((field) => field.readOnly || field.matches(':disabled'))
    .map((field) => field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '')
    .join(', ');
}
