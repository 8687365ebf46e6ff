export const EQUALITY: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
export const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};
export const LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };
export const ASSIGNMENT: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '%=': '*=',
  '??=': '&&=',
  '&&=': '||=',
  '||=': '&&=',
};
/** An empty text removes the call. */
export const METHODS = new Map([
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['every', 'some'],
  ['some', 'every'],
  ['toUpperCase', 'toLowerCase'],
  ['toLowerCase', 'toUpperCase'],
  ['trimStart', 'trimEnd'],
  ['trimEnd', 'trimStart'],
  ['min', 'max'],
  ['max', 'min'],
  ['charAt', ''],
  ['filter', ''],
  ['reverse', ''],
  ['slice', ''],
  ['sort', ''],
  ['toSorted', ''],
  ['toReversed', ''],
  ['substring', ''],
  ['trim', ''],
]);
