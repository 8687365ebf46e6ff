/** From the widest to the narrowest, such as /48, /56 and /64 of an IPv6 address. */
export type Source = readonly string[];

interface Branch<T> {
  /** In the order in which they are served. */
  readonly inner: Map<string, Branch<T>>;
  items: T[];
  size: number;
}

const branch = <T>(): Branch<T> => ({ inner: new Map(), items: [], size: 0 });

/** A queue that serves each source in turn: the sources of one network share the turn of that network (LOAD-17). */
export class FairQueue<T> {
  readonly #root = branch<T>();

  get size(): number {
    return this.#root.size;
  }

  sizeOf(source: Source): number {
    let found: Branch<T> | undefined = this.#root;
    for (const name of source) found = found?.inner.get(name);
    return found?.size ?? 0;
  }

  push(source: Source, item: T): void {
    let at = this.#root;
    at.size += 1;
    for (const name of source) {
      const inner = at.inner.get(name) ?? branch<T>();
      at.inner.set(name, inner);
      at = inner;
      at.size += 1;
    }
    at.items.push(item);
  }

  /** The next in turn. */
  take(): T | undefined {
    const path: string[] = [];
    let at = this.#root;
    for (let first = at.inner.entries().next().value; first; first = at.inner.entries().next().value) {
      path.push(first[0]);
      at = first[1];
    }
    const [item] = at.items;
    if (item === undefined) return undefined;
    this.#remove(path, item, true);
    return item;
  }

  /** The newest of the source with most entries, within the network with most. */
  takeFromLargest(): T | undefined {
    const path: string[] = [];
    let at = this.#root;
    while (at.inner.size > 0) {
      // Of equals the last, which came last.
      let largest: readonly [string, Branch<T>] | undefined;
      for (const entry of at.inner) if (!largest || entry[1].size >= largest[1].size) largest = entry;
      if (!largest) break;
      path.push(largest[0]);
      [, at] = largest;
    }
    const item = at.items.at(-1);
    if (item !== undefined) this.#remove(path, item);
    return item;
  }

  /** @returns false where it is not waiting. */
  remove(source: Source, item: T): boolean {
    return this.#remove(source, item);
  }

  /** @param hadTurn puts the sources behind the others. */
  #remove(source: Source, item: T, hadTurn = false): boolean {
    const branches = [this.#root];
    for (const name of source) {
      const inner = branches.at(-1)?.inner.get(name);
      if (!inner) return false;
      branches.push(inner);
    }
    const place = branches.at(-1)?.items.lastIndexOf(item) ?? -1;
    if (place === -1) return false;
    branches.at(-1)?.items.splice(place, 1);
    for (const one of branches) one.size -= 1;
    for (const [depth, name] of source.entries()) {
      const [outer, inner] = [branches[depth], branches[depth + 1]];
      if (!outer || !inner) break;
      if (hadTurn || inner.size === 0) outer.inner.delete(name);
      if (inner.size > 0 && hadTurn) outer.inner.set(name, inner);
    }
    return true;
  }
}
