/** Text kept in the browser. `null` means nothing is kept. A storage that refuses behaves like an empty one. */
export interface Storage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}
