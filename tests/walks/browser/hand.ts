import { isDisabled, isSeen } from './roles.ts';

// A user's hand on a page, as the events that a browser makes of it.

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** React watches the value by an accessor of its own on each field, which a hand that types passes by. */
function setValue(field: Element, value: string): void {
  let accessor: PropertyDescriptor | undefined;
  for (let kind: unknown = field; !accessor && kind;) {
    kind = Object.getPrototypeOf(kind);
    accessor = Object.getOwnPropertyDescriptor(kind, 'value');
  }
  accessor?.set?.call(field, value);
}

/** Replaces the text of a field. @throws Error where nobody can type. */
export function typeInto(field: Element, text: string): void {
  if (isTextField(field) && field.readOnly) throw new Error('the field can only be read');
  setValue(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const FOCUSABLE = 'a[href], button, input, textarea, select, summary, [tabindex]';

export function pressOn(element: HTMLElement): void {
  const how = { bubbles: true, cancelable: true, detail: 1, button: 0, composed: true };
  const isDown = element.dispatchEvent(new PointerEvent('pointerdown', how));
  if (isDown && element.dispatchEvent(new MouseEvent('mousedown', how))) {
    const taker = element.closest<HTMLElement>(FOCUSABLE);
    if (taker) taker.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
  element.dispatchEvent(new PointerEvent('pointerup', how));
  element.dispatchEvent(new MouseEvent('mouseup', how));
  // A listener may have closed it by now.
  if (!element.matches(':disabled')) element.dispatchEvent(new MouseEvent('click', how));
}

/** A key where the focus is: text, a submitted form, a pressed button, the next field. */
export function keyOn(element: HTMLElement, key: string): void {
  const parts = key.split('+');
  const name = parts.at(-1) ?? key;
  const held = { shiftKey: parts.includes('Shift'), ctrlKey: parts.includes('Control') };
  const how = { key: name, bubbles: true, cancelable: true, composed: true, ...held };
  if (element.dispatchEvent(new KeyboardEvent('keydown', how))) follow(element, name, held);
  element.dispatchEvent(new KeyboardEvent('keyup', how));
}

/** The browser's default action, where the page does not prevent it. */
function follow(
  element: HTMLElement,
  key: string,
  { shiftKey, ctrlKey }: { readonly shiftKey: boolean; readonly ctrlKey: boolean },
): void {
  const isButton = /^(?:button|a|summary)$/.test(element.localName);
  const modal = key === 'Escape' ? document.querySelector<HTMLDialogElement>('dialog[open]') : null;
  if (modal?.dispatchEvent(new Event('cancel', { cancelable: true }))) modal.close();
  if (key === 'Tab') moveFocus(shiftKey ? -1 : 1);
  if (key.length === 1 && !ctrlKey && isTextField(element)) typeInto(element, element.value + key);
  if (key === 'Enter' && element instanceof HTMLInputElement) element.form?.requestSubmit();
  if (isButton && (key === 'Enter' || key === ' ')) pressOn(element);
}

function moveFocus(step: number): void {
  const all = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (one) => one.getAttribute('tabindex') !== '-1' && isSeen(one) && !isDisabled(one),
  );
  const at = all.findIndex((one) => one === document.activeElement);
  all[(at + step + all.length) % all.length]?.focus();
}
