import './problem.css';
import i18n from 'i18next';
import { pages, PRIVATE_PATHS } from '../../src/domain/paths.ts';
import { makerOf } from './elements.ts';
import { saveRecording } from './pages.ts';
import { pictureOf } from './picture.ts';
import type { ProblemReport, Recording } from './recording.ts';

/** Leaves of the texts of one language; those with a place for a value, or without a letter, are never shown. */
function textsIn(texts: unknown): string[] {
  if (typeof texts === 'string') return texts.includes('{{') || !/\p{L}/u.test(texts) ? [] : [texts];
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(textsIn) : [];
}

const shownTexts = (): ReadonlySet<string> =>
  new Set(textsIn(i18n.getDataByLanguage(i18n.resolvedLanguage ?? '')).map((text) => text.trim()));

const KINDS = new Set([...pages, ...PRIVATE_PATHS, '/trade'].map((one) => `/${one.split('/')[1] ?? ''}`));

/** `/withdraw` of `/withdraw/BTC`: the rest may be private. */
export function pageKind(path: string): string {
  const kind = `/${path.split('/')[1] ?? ''}`;
  return KINDS.has(kind) ? kind : 'another page';
}

function reportOf(window: Window, picture: SVGElement): ProblemReport {
  const { document, location, navigator, innerWidth, innerHeight, devicePixelRatio } = window;
  return {
    at: new Date().toISOString(),
    page: pageKind(location.pathname),
    width: innerWidth,
    height: innerHeight,
    pixelRatio: devicePixelRatio,
    language: document.documentElement.lang,
    browser: navigator.userAgent,
    build: BUILD,
    picture: new XMLSerializer().serializeToString(picture),
  };
}

function contents({ actors, report }: Recording): readonly (readonly [string, string])[] {
  if (!report) return [];
  const events = actors.reduce((sum, { steps }) => sum + steps.length, 0);
  return [
    ['Page', report.page],
    ['Screen', `${report.width} × ${report.height}, scale ${report.pixelRatio}`],
    ['Language', report.language],
    ['Browser', report.browser],
    ['Build', report.build],
    ['Time', report.at],
    ['Recording', `${events} events of ${actors.length} actors`],
  ];
}

function showFile(document: Document, file: Recording, picture: SVGElement): void {
  const make = makerOf(document);
  const text = make('pre', { tabindex: '0' });
  const whole = make(
    'details',
    {
      toggle: () => {
        const { report, ...recording } = file;
        text.textContent = JSON.stringify({ ...recording, report: { ...report, picture: 'above' } }, null, 2);
      },
    },
    make('summary', {}, 'The whole text of the file'),
    text,
  );
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', 'The page, masked');
  const dialog = make(
    'dialog.problemDialog',
    { 'data-tool': '', 'aria-labelledby': 'problemTitle', lang: 'en', close: () => dialog.remove() },
    // Else the first button has the focus, and a small screen begins at the end.
    make('h2', { id: 'problemTitle', tabindex: '-1', autofocus: true }, 'Report a problem'),
    make(
      'p',
      {},
      'This goes into one file on your device; nothing is sent. Texts that you typed, addresses, amounts and names are masked.',
    ),
    make(
      'dl',
      {},
      ...contents(file).map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
    ),
    make('div.problemPicture', {}, picture),
    whole,
    make(
      'div.problemButtons',
      {},
      make(
        'button',
        {
          type: 'button',
          click: () => {
            saveRecording(file, document);
            dialog.close();
          },
        },
        'Save the file',
      ),
      make('button', { type: 'button', click: () => dialog.close() }, 'Cancel'),
    ),
  ) as HTMLDialogElement;
  // Page shortcuts must not see its keys.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
}

/** Adds the control to every page, beside the application, so that it is there when the application has failed. */
export function offerReport(window: Window & typeof globalThis, recording: () => Recording): void {
  const { document } = window;
  const make = makerOf(document);
  const press = (): void => {
    if (document.querySelector('.problemDialog')) return;
    const texts = shownTexts();
    const picture = pictureOf(document, (text) => texts.has(text));
    showFile(document, { ...recording(), report: reportOf(window, picture) }, picture);
  };
  document.body.append(
    make(
      'button.problemButton',
      {
        type: 'button',
        'data-tool': '',
        lang: 'en',
        'aria-keyshortcuts': 'Alt+Shift+R',
        title: 'Alt+Shift+R, also while a dialog is open',
        click: press,
      },
      'Report a problem',
    ),
  );
  // An open dialog makes everything beside it inert. The code: with Alt some keyboards write another letter.
  window.addEventListener(
    'keydown',
    (event) => {
      // An open dialog of the application would close too.
      if (event.key === 'Escape' && document.querySelector('.problemDialog'))
        event.stopImmediatePropagation();
      if (event.code !== 'KeyR' || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      press();
    },
    { capture: true },
  );
}
