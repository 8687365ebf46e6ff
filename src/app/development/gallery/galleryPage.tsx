import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { AppProvider } from '../../../ui/kit/app.tsx';
import { countsInWords, I18N_OPTIONS } from '../../i18nOptions.ts';
import { Themed } from '../../Themed.tsx';
import { BUTTONS, ICONS, TOOLS } from './buttons.tsx';
import { CHOICES, FIELDS } from './fields.tsx';
import { createGalleryApp } from './galleryApp.ts';
import './gallery.css';
import { EMPTINESS, LINKS, MESSAGES } from './messages.tsx';
import { ROWS, TABLES } from './rows.tsx';
import type { Cell, Section, Specimen } from './specimen.tsx';

const SECTIONS: readonly Section[] = [
  BUTTONS,
  TOOLS,
  ICONS,
  FIELDS,
  CHOICES,
  LINKS,
  ROWS,
  TABLES,
  MESSAGES,
  EMPTINESS,
];

const NAMESPACES = ['common', 'trade', 'markets', 'history', 'support', 'wallet', 'account', 'auth'] as const;

/** English: the pictures of other languages differ only in their words. */
async function loadTexts(): Promise<void> {
  const texts = await Promise.all(
    NAMESPACES.map(async (name) => {
      const answer = await fetch(`/locales/en/${name}.json`);
      return [name, (await answer.json()) as Record<string, string>] as const;
    }),
  );
  await i18n
    .use(initReactI18next)
    .use(countsInWords)
    .init({
      ...I18N_OPTIONS,
      lng: 'en',
      fallbackLng: false,
      resources: { en: Object.fromEntries(texts) },
      react: { useSuspense: false },
    });
}

/** Shows every control of the product in every state (TOOLS-11). */
export async function showGallery({ document }: Window): Promise<void> {
  await loadTexts();
  document.title = 'Gallery';
  document.documentElement.lang = 'en';
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html holds no place for the gallery');
  createRoot(root).render(
    <Themed>
      <AppProvider app={createGalleryApp(document)}>
        <MemoryRouter>
          <Gallery />
        </MemoryRouter>
      </AppProvider>
    </Themed>,
  );
}

function Gallery() {
  useLayoutEffect(() => {
    document.documentElement.dataset.gallery = 'shown';
  }, []);
  return (
    <main className="gallery">
      <h1>Gallery</h1>
      <p className="galleryLead">
        Every control in every state. Point at one, press it or walk here by Tab: those states are drawn by
        the browser. <code>npm run gallery</code> takes their pictures.
      </p>
      {SECTIONS.map((section) => (
        <section key={section.name} data-section={section.name} aria-labelledby={`gallery-${section.name}`}>
          <h2 id={`gallery-${section.name}`}>{section.title}</h2>
          {section.specimens.map((specimen) => (
            <SpecimenView key={specimen.name} specimen={specimen} />
          ))}
        </section>
      ))}
    </main>
  );
}

function SpecimenView({ specimen: { name, isWide = false, cells } }: { readonly specimen: Specimen }) {
  return (
    <div className="gallerySpecimen" data-specimen={name} data-wide={isWide}>
      <h3>{name}</h3>
      <div className="galleryCells">
        {cells.map((cell) => (
          <CellView key={cell.caption} cell={cell} />
        ))}
      </div>
    </div>
  );
}

function CellView({ cell: { caption, marks, content } }: { readonly cell: Cell }) {
  return (
    <div className="galleryCell" data-marks={JSON.stringify(marks)}>
      <div className="galleryCaption">{caption}</div>
      <div className="galleryPlace">{content}</div>
    </div>
  );
}
