/** What a database says of an error: SQLSTATE and severity. */
export interface SqlError {
  readonly code: string;
  readonly severity: string;
}

/**
 * The database's own account of the error; undefined when it is not the database that speaks (a lost connection).
 * Told by its fields: the embedded database has an error class of its own.
 */
export function sqlErrorOf(error: unknown): SqlError | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  const { severity, code } = error;
  return typeof severity === 'string' && typeof code === 'string' ? { severity, code } : undefined;
}
