import classes from './Header.module.css';

/** A closed book with one quiet line of depth. */
export function Logo() {
  return (
    <svg className={classes.logo} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path className={classes.cover} d="M5 3h12a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5z" />
      <path className={classes.depth} d="M9 8h7M9 12h5M9 16h3" />
    </svg>
  );
}
