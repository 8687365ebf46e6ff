/** Mistakes in a regular expression: an anchor or a repetition is missing, or a class is turned round. */
export function wrongPatterns(pattern: string): string[] {
  const found: string[] = [];
  if (pattern.startsWith('^')) found.push(pattern.slice(1));
  if (pattern.endsWith('$') && !pattern.endsWith('\\$')) found.push(pattern.slice(0, -1));
  for (const [from, by] of [
    ['\\d', '\\D'],
    ['\\s', '\\S'],
    ['\\w', '\\W'],
    ['[^', '['],
  ] as const)
    if (pattern.includes(from)) found.push(pattern.replace(from, () => by));
  const repeated = /([\])dsw])[+*](?![?+*])/.exec(pattern);
  if (repeated) found.push(pattern.slice(0, repeated.index + 1) + pattern.slice(repeated.index + 2));
  return found;
}
