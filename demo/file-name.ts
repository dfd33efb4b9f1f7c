const two = (value: number): string => String(value).padStart(2, '0');

/** E.g. photo-2026-11-21-0404.jpg, in the visitor's own time. */
export function fileName(iso: string, mediaType: string): string {
  const date = new Date(iso);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const extension = mediaType.split('/')[1]?.replace('jpeg', 'jpg') ?? 'jpg';
  return `photo-${day}-${two(date.getHours())}${two(date.getMinutes())}.${extension}`;
}
