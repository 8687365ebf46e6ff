import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../domain/paths.ts';
import classes from './TextPage.module.css';

interface PageProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

export function TextPage({ title, lead, children }: PageProps) {
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly number?: number;
  readonly children: ReactNode;
}

export function TextSection({ title, number, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 className={classes.heading} id={id}>
        {number !== undefined && <span className={classes.number}>{number}</span>}
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Paragraphs({ text }: { readonly text: string }) {
  return text.split('\n').map((paragraph) => (
    <p className={classes.paragraph} key={paragraph}>
      {paragraph}
    </p>
  ));
}

interface SeeAlsoProps {
  readonly title: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

export function SeeAlso({ title, links }: SeeAlsoProps) {
  return (
    <nav className={classes.see} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.links}>
        {links
          .filter(({ to }) => pages.has(to))
          .map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
