/** Files that the user takes home. */
export interface Files {
  /**
   * Hands a text file to the browser, which saves it as the user has told it to.
   * @returns when it was taken; rejects when it could not be made.
   */
  save(name: string, type: string, text: string): Promise<void>;
}

/** Milliseconds after which the browser has taken the file: it reads it when the link is followed, not before. */
const TAKEN_AFTER = 10_000;

/** Files by way of a link that is followed and gone. Nothing is sent anywhere, and the policy allows it. */
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
