export interface Files {
  /**
   * Has the browser save a text file.
   * @returns when the browser has it; rejects when the file could not be made.
   */
  save(name: string, type: string, text: string): Promise<void>;
}

/** Milliseconds until the browser has surely read the file. */
const TAKEN_AFTER = 10_000;

/** Saves by a temporary link. Nothing is sent. */
export function createFiles(window: Window & typeof globalThis): Files {
  const { document, URL, Blob } = window;
  return {
    async save(name, type, text) {
      const address = URL.createObjectURL(new Blob([text], { type }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.hidden = true;
      document.body.append(link);
      link.click();
      link.remove();
      window.setTimeout(() => URL.revokeObjectURL(address), TAKEN_AFTER);
    },
  };
}
