/** Roles and accessible names, as far as the screens of this client need them (accname 1.2, HTML-AAM). */

export type Words = string | RegExp;

export const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export function fits(text: string, wanted: Words, exact = false): boolean {
  const words = squeezed(text);
  if (wanted instanceof RegExp) return words.search(wanted) !== -1;
  return exact ? words === squeezed(wanted) : words.toLowerCase().includes(squeezed(wanted).toLowerCase());
}

/** By the element's name. */
const BY_TAG: Readonly<Record<string, string>> = {
  button: 'button',
  textarea: 'textbox',
  select: 'combobox',
  nav: 'navigation',
  main: 'main',
  ul: 'list',
  ol: 'list',
  li: 'listitem',
  table: 'table',
  tr: 'row',
  td: 'cell',
  dialog: 'dialog',
  fieldset: 'group',
  output: 'status',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
};

/** By the type of an input. */
const BY_TYPE: Readonly<Record<string, string>> = {
  '': 'textbox',
  text: 'textbox',
  email: 'textbox',
  checkbox: 'checkbox',
  radio: 'radio',
  search: 'searchbox',
  button: 'button',
  submit: 'button',
};

/** By its content or its group. */
const BY_PLACE: Readonly<Record<string, (element: Element) => string | null>> = {
  a: (element) => (element.hasAttribute('href') ? 'link' : null),
  img: (element) => (element.getAttribute('alt') === '' ? null : 'img'),
  section: (element) => (nameOf(element) === '' ? null : 'region'),
  form: (element) => (nameOf(element) === '' ? null : 'form'),
  th: (element) => (element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader'),
  header: (element) => (element.closest('article, aside, main, nav, section') ? null : 'banner'),
  input: (element) => BY_TYPE[element.getAttribute('type') ?? ''] ?? null,
};

export function roleOf(element: Element): string | null {
  const given = element.getAttribute('role');
  if (given) return given;
  const { localName } = element;
  return BY_PLACE[localName]?.(element) ?? BY_TAG[localName] ?? null;
}

/** Where such elements can be: to look at all of them would take most of the time. */
export const placesOf = (role: string): string =>
  [
    ...Object.keys(BY_TAG).filter((tag) => BY_TAG[tag] === role),
    ...Object.keys(BY_PLACE),
    `[role="${role}"]`,
  ].join();

/** Of the element itself. What a style sheet hides is not known here. */
const hides = (element: Element): boolean =>
  element.hasAttribute('hidden') ||
  (element.localName === 'dialog' && !element.hasAttribute('open')) ||
  /display:\s*none|visibility:\s*hidden/.test(element.getAttribute('style') ?? '');

export function isSeen(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { parentElement: parent } = at;
    const isShutIn =
      parent?.localName === 'details' && !parent.hasAttribute('open') && at.localName !== 'summary';
    if (hides(at) || isShutIn) return false;
  }
  return element.isConnected;
}

/** By assistive technology. */
export const isTold = (element: Element): boolean =>
  isSeen(element) && element.closest('[aria-hidden="true"], [inert]') === null;

/** Whether a browser lets nobody press or fill it. */
export const isDisabled = (element: Element): boolean =>
  element.getAttribute('aria-disabled') === 'true' || element.matches(':disabled');

const NAMED_BY_CONTENT = new Set(
  'button cell checkbox columnheader heading link listitem option radio row rowheader switch tab'.split(' '),
);
const INLINE = new Set('span b i em strong code a abbr bdi small time sup'.split(' '));

/** Text as it contributes to a name. */
function contentOf(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? '';
  if (node.getAttribute('aria-hidden') === 'true' || hides(node)) return '';
  const label = node.getAttribute('aria-label');
  if (label) return label;
  if (node.localName === 'img') return node.getAttribute('alt') ?? '';
  if (node.localName === 'svg') return node.querySelector('title')?.textContent ?? '';
  const inner = Array.from(node.childNodes, contentOf).join('');
  return INLINE.has(node.localName) ? inner : ` ${inner} `;
}

function labelsOf(element: Element): Element[] {
  const own = element.id === '' ? [] : [...document.querySelectorAll(`label[for="${element.id}"]`)];
  const around = element.closest('label');
  return around && !own.includes(around) ? [...own, around] : own;
}

function ownNameOf(element: Element): string {
  switch (element.localName) {
    case 'input':
    case 'textarea':
    case 'select':
      return labelsOf(element).map(contentOf).join(' ');
    case 'img':
      return element.getAttribute('alt') ?? '';
    case 'fieldset':
      return element.querySelector(':scope > legend')?.textContent ?? '';
    case 'table':
      return element.querySelector(':scope > caption')?.textContent ?? '';
    case 'section':
    case 'form':
      return '';
    default:
      return NAMED_BY_CONTENT.has(roleOf(element) ?? '') ? contentOf(element) : '';
  }
}

export function nameOf(element: Element): string {
  const by = (element.getAttribute('aria-labelledby') ?? '')
    .split(/\s+/)
    .flatMap((id) => (id === '' ? [] : (document.querySelector(`[id="${id}"]`) ?? [])));
  const label = by.map((one) => one.getAttribute('aria-label') ?? contentOf(one)).join(' ');
  const name = squeezed(label) || (element.getAttribute('aria-label') ?? '') || squeezed(ownNameOf(element));
  return name || (element.getAttribute('title') ?? element.getAttribute('placeholder') ?? '');
}
