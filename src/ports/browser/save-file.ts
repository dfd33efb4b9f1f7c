/** Firefox and Safari read a file only after the click. */
const KEPT_MS = 60_000;

/** Has the browser keep a file under this name, as its downloads are. The file is let go of a minute later. */
export function saveFile(
  file: Blob,
  name: string,
  urls: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'> = URL,
  keptMs = KEPT_MS,
): void {
  const link = document.createElement('a');
  link.href = urls.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => urls.revokeObjectURL(link.href), keptMs);
}
