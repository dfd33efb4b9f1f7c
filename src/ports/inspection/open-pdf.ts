/** Milliseconds until the file is released: the tab reads it after the press. */
const KEPT_MS = 60_000;

/** What every PDF begins with. */
const SIGNATURE = '%PDF-';

/** True if a browser shows PDFs itself, and the content of this file is one, whatever its name and type. */
export async function canOpenPdf(
  file: Blob,
  {pdfViewerEnabled}: Pick<Navigator, 'pdfViewerEnabled'> = navigator,
): Promise<boolean> {
  if (!pdfViewerEnabled) return false;
  const start = await file.slice(0, SIGNATURE.length).text();
  return start === SIGNATURE;
}

/**
 * Opens a PDF in a tab of its own. It gets the type of a PDF, whatever type the file has: under its address, a page or a
 * picture with scripts would run in the origin of this page.
 */
export function openPdf(
  file: Blob,
  urls: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'> = URL,
  open: (url: string, target: string, features: string) => unknown = window.open.bind(window),
  keptMs = KEPT_MS,
): void {
  const url = urls.createObjectURL(new Blob([file], {type: 'application/pdf'}));
  open(url, '_blank', 'noopener');
  setTimeout(() => urls.revokeObjectURL(url), keptMs);
}
