/** Milliseconds until the file is released: Firefox and Safari read it only after the click. */
const KEPT_MS = 60_000;

/** Downloads a file under this name. */
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
