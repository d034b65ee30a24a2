/** Saves a file that the page made or was sent. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click; it is let go of a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
