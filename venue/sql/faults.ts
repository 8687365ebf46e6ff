/** Answers of a server, or of the network, when a database cannot be used, each with the start of the advice. */
const FAULTS: readonly (readonly [codes: RegExp, says: (setting: string) => string])[] = [
  [
    /^(?:28P01|28000|SASL)$/,
    (setting) =>
      `The database refuses the login of ${setting}: correct its name and password, or let the role in (pg_hba.conf).`,
  ],
  [
    /^3D000$/,
    (setting) => `The server of ${setting} has no database of that name: make it (createdb), or correct it.`,
  ],
  [
    /^42501$/,
    (setting) =>
      `The role of ${setting} may not do that in its database: make it the owner of the database, or set DATABASE_OWNER_URL.`,
  ],
  [/^53300$/, (setting) => `The database of ${setting} has no connection left: raise its max_connections.`],
  [
    /CERT|SIGNATURE|^ERR_TLS/,
    (setting) =>
      `The certificate of the database of ${setting} is not trusted: name its authority in NODE_EXTRA_CA_CERTS.`,
  ],
  [
    /^(?:E[A-Z_]+|57P03|TIMEOUT)$/,
    (setting) => `No database answers at the address of ${setting}: start it, or correct the address.`,
  ],
];

/** Of the driver's own errors, which have no code. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^SASL/, 'SASL'],
  [/timeout|terminated unexpectedly/i, 'TIMEOUT'],
];

/**
 * Rejects with one sentence that names the setting, where that is what is wrong with a database (TOOLS-07); otherwise
 * with the error as it is. The sentence repeats nothing of the address, which may contain a password.
 */
export const namingSetting =
  (setting: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error)) throw error;
    const code =
      'code' in error ? String(error.code) : WORDS.find(([words]) => words.test(error.message))?.[1];
    const adviceFor = FAULTS.find(([codes]) => codes.test(code ?? ''))?.[1];
    throw adviceFor ? new Error(adviceFor(setting), { cause: error }) : error;
  };
