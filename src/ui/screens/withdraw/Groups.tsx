import classes from './Withdraw.module.css';

const GROUP = 4;

/** A long text in groups of four for the eye to compare. What is copied or read aloud is the text without gaps. */
export function Groups({ text }: { readonly text: string }) {
  const groups = text.match(new RegExp(`.{1,${GROUP}}`, 'gs')) ?? [];
  return (
    <code className={classes.groups}>
      {groups.map((group, index) => (
        // Groups never move: the place is what each of them is.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}
