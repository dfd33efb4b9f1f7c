const two = (value: number): string => String(value).padStart(2, '0');

/** E.g. photo-2026-11-21-0404.jpg or recording-2026-11-21-0405.mp3, in the visitor's time zone. */
export function fileName(iso: string, mediaType: string): string {
  const date = new Date(iso);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const [kind, name = ''] = mediaType.split('/');
  const [what, extension] =
    kind === 'audio' ? ['recording', 'mp3'] : ['photo', name.replace('jpeg', 'jpg')];
  return `${what}-${day}-${two(date.getHours())}${two(date.getMinutes())}.${extension}`;
}
