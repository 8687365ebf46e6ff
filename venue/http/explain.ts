import type * as z from 'zod/mini';
import type { BrokenRule } from '../../src/domain/failure.ts';
import { BLANK, NOT_DECIMAL } from '../../src/services/contract/values.ts';

type Issue = z.core.$ZodIssue;

/** Describes the first error without its value, which may be secret. @param what a body or a frame. */
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

/** The same for programs (CALL-19). An entry of a list counts as the list. */
export function brokenRule(issues: readonly Issue[]): BrokenRule {
  const [issue] = issues;
  const path = issue?.path.filter((part) => typeof part === 'string').join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    return { field: (issue.keys[0] ?? path).slice(0, 40), rule: 'unknown' };
  return { field: path, ...(issue ? ruleOf(issue) : { rule: 'type' }) };
}

function ruleOf(issue: Issue): Omit<BrokenRule, 'field'> {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union') return { rule: 'type' };
  if (issue.code === 'invalid_value') return { rule: 'choice' };
  if (issue.code === 'too_small') {
    if (issue.origin !== 'string' && issue.origin !== 'array') return { rule: 'range' };
    if (issue.minimum === 1) return { rule: 'empty' };
    return { rule: 'short', limit: Number(issue.minimum) };
  }
  if (issue.code === 'too_big') {
    if (issue.origin !== 'string' && issue.origin !== 'array') return { rule: 'range' };
    return { rule: issue.origin === 'array' ? 'many' : 'long', limit: Number(issue.maximum) };
  }
  if (issue.message === BLANK) return { rule: 'empty' };
  return { rule: issue.message === NOT_DECIMAL ? 'decimal' : 'format' };
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
