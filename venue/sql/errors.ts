/** SQLSTATE and severity. */
export interface SqlError {
  readonly code: string;
  readonly severity: string;
}

/**
 * Undefined when the error is not the database's (a lost connection). Recognised by fields, because PGlite has its own
 * error class.
 */
export function sqlErrorOf(error: unknown): SqlError | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  const { severity, code } = error;
  return typeof severity === 'string' && typeof code === 'string' ? { severity, code } : undefined;
}
