import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Describes the first fault without its value, which may be secret. @param what a body or a frame. */
export function explain(issues: readonly Issue[], what = 'body'): string {
  const [issue] = issues;
  if (!issue) return 'The request could not be understood.';
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    // Names come from the client, so they are quoted and cut.
    const names = issue.keys.slice(0, 5).map((key) => `"${key.slice(0, 40)}"`);
    return `Unknown ${names.length === 1 ? 'field' : 'fields'} ${names.join(', ')}. Leave ${names.length === 1 ? 'it' : 'them'} out.`;
  }
  if (field === '') return `The ${what} must be a JSON object.`;
  return `${field} ${wanted(issue)}.`;
}

function wanted(issue: Issue): string {
  if (issue.code === 'invalid_type') return `must be given as ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  const isText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_small') {
    if (!isText) return `must be at least ${issue.minimum}`;
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
  }
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${isText ? ' characters long' : ''}`;
  // zod's default message says nothing useful.
  return issue.message === 'Invalid input' ? 'is invalid' : issue.message;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
};
