/**
 * The little of the Popover API that the product uses, for browsers that lack it: Chrome before 114, Firefox before
 * 125, Safari before 17. Loaded only by those; `[data-open]` in tokens.css shows what is open.
 */
export function bringPopovers({ document, HTMLElement, Element }: Window & typeof globalThis): void {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      this.dataset.open = '';
    },
    hidePopover(this: HTMLElement) {
      delete this.dataset.open;
    },
  });
  document.documentElement.dataset.popovers = 'own';
  const openOnes = () => [...document.querySelectorAll<HTMLElement>('[popover="auto"][data-open]')];
  document.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target : null;
    const id = pressed?.closest('[popovertarget]')?.getAttribute('popovertarget');
    const before = openOnes();
    for (const one of before) if (!one.contains(pressed)) one.hidePopover();
    const wanted = id ? document.getElementById(id) : null;
    if (wanted && !before.includes(wanted)) wanted.showPopover();
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') for (const one of openOnes()) one.hidePopover();
  });
}
