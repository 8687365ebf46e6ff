import { createElement, useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { OwnTextName, TextNode } from '../../domain/ownText.ts';
import { pages } from '../../domain/paths.ts';
import { useOwnText } from './useOwnText.ts';
import classes from './TextPage.module.css';

interface PageProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

interface TextPageProps extends PageProps {
  /** A link above the title. */
  readonly before?: ReactNode;
  /** For code and tables. */
  readonly isWide?: boolean;
}

export function TextPage({ title, lead, before, isWide = false, children }: TextPageProps) {
  return (
    <div className={classes.page} data-wide={isWide}>
      {before}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </div>
  );
}

interface LegalPageProps extends PageProps {
  readonly name: OwnTextName;
  /** What follows the text, whoever wrote it. */
  readonly after: ReactNode;
}

/** A text that an operator may replace. */
export function LegalPage({ name, title, lead, after, children }: LegalPageProps) {
  return (
    <div className={classes.page}>
      <OwnText name={name}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </OwnText>
      {after}
    </div>
  );
}

interface OwnTextProps {
  readonly name: OwnTextName;
  /** The parts that a search has found, which are open. */
  readonly found?: readonly TextNode[] | undefined;
  readonly children?: ReactNode;
}

/** The operator's text; else the children (BRAND-04). */
export function OwnText({ name, found, children }: OwnTextProps) {
  const own = useOwnText(name);
  const parts = found?.map((node) => ({ ...node, isOpen: true })) ?? own;
  // The venue fills this element of pages that it serves as text (venue/brand/apply.ts).
  return <article data-own={name}>{parts ? parts.map(shown) : children}</article>;
}

function shown(node: (TextNode & { isOpen?: boolean }) | string, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, href, isOpen: open, children } = node;
  const inside = children.map(shown);
  if (!href?.startsWith('/')) return createElement(tag, { key: index, href, open }, ...inside);
  return (
    <Link key={index} to={href}>
      {inside}
    </Link>
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

/** The venue leaves it out of pages without a bug bounty that it serves as text (BRAND-05). */
export function BountyParagraph({ text }: { readonly text: string }) {
  return (
    <p className={classes.paragraph} data-bounty="">
      {text}
    </p>
  );
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
