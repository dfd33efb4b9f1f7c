/** Other names of media types, without "x-". */
const aliases: Partial<Record<string, string>> = {
  'audio/mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/m4a': 'audio/mp4',
  'image/adobe-dng': 'image/dng',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
  'image/sony-arw': 'image/tiff',
  'image/nikon-nef': 'image/tiff',
  'video/m4v': 'video/mp4',
  'application/mp4': 'video/mp4',
  'video/msvideo': 'video/avi',
  'video/vnd.avi': 'video/avi',
  'application/svg+xml': 'image/svg+xml',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/tif': 'image/tiff',
};

const plain = (type: string): string => {
  const bare = type.toLowerCase().replace(/;.*/, '').replace('/x-', '/');
  return aliases[bare] ?? bare;
};

/** True if two media types are the same, ignoring parameters and other names. */
export const isSameType = (one = '', other = ''): boolean => plain(one) === plain(other);
