/** The initial state of a test's embedded database: empty, or with the venue's tables. */
export type Shape = 'empty' | 'migrated';

/** The environment variable that selects it; without it the tables are there. */
export const SHAPE = 'PGLITE_SHAPE';

/** The environment variable that names the folder of the templates, one tar file for each shape. */
export const TEMPLATES = 'PGLITE_TEMPLATES';

/** The environment variable that names the server's database with the venue's tables, of which others are copies. */
export const SERVER_TEMPLATE = 'POSTGRES_TEMPLATE';
