export interface Requirement {
  readonly id: string;
  readonly text: string;
}

export interface Feature {
  /** Such as `Order form`. */
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

const ID = /\b[A-Z]+-\d{2}\b/g;
const HEADING = /^## (.+) \(([A-Z]+)\)$/;
const RULE = /^- ([A-Z]+-\d{2}) (.*)$/;

/** Each once, with words that only look like IDs, such as UTF-16. */
export const idsIn = (text: string): string[] => [...new Set(text.match(ID))];

/** Withdrawn rules are left out. */
export function featuresOf(document: string): Feature[] {
  const features: { title: string; requirements: { id: string; text: string }[] }[] = [];
  let isInside = false;
  for (const line of document.split('\n')) {
    const heading = HEADING.exec(line);
    const rule = RULE.exec(line);
    if (heading) features.push({ title: heading[1] ?? '', requirements: [] });
    if (rule) features.at(-1)?.requirements.push({ id: rule[1] ?? '', text: rule[2] ?? '' });
    isInside = rule !== null || (isInside && line.startsWith('  '));
    const last = features.at(-1)?.requirements.at(-1);
    if (isInside && !rule && last) last.text += ` ${line.trim()}`;
  }
  return features.map(({ title, requirements }) => ({
    title,
    requirements: requirements.filter(({ text }) => !text.startsWith('withdrawn')),
  }));
}
