import { describe, expect, it } from 'vitest';
import { type OwnSession, type SessionChange, showsChange } from '../../../src/domain/ownSession.ts';

const session = (id: string, isOwn: boolean, name: string | null = null): OwnSession => ({
  id,
  beganAt: 1,
  usedAt: 2,
  endsAt: 3,
  isOwn,
  name,
});
const own = session('a', true);
const other = session('b', false, 'Desk');

describe('whether the list shows that a change was made (SESSION-16)', () => {
  it.each<[string, SessionChange, readonly OwnSession[], boolean]>([
    ['the ended one is gone', { kind: 'end', id: 'b' }, [own], true],
    ['the ended one is there', { kind: 'end', id: 'b' }, [own, other], false],
    ['only this one is left', { kind: 'endOthers' }, [own], true],
    ['another one is left', { kind: 'endOthers' }, [own, other], false],
    ['this one has the name', { kind: 'rename', name: 'Desk' }, [session('a', true, 'Desk')], true],
    ['only another has the name', { kind: 'rename', name: 'Desk' }, [own, other], false],
    ['this one has no name any more', { kind: 'rename', name: '' }, [own, other], true],
    ['this one still has a name', { kind: 'rename', name: '' }, [session('a', true, 'Desk'), other], false],
  ])('%s', (_, change, list, isDone) => {
    expect(showsChange(list, change)).toBe(isDone);
  });
});
