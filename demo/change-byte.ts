/** The file with one byte of its picture changed, which breaks its seal. */
export async function withOneByteChanged(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // The seal is at the beginning; at three quarters of the file there is only compressed image data.
  const at = Math.floor(bytes.length * 0.75);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return new File([bytes], file.name.replace(/(\.\w+)$/, '-changed$1'), {type: file.type});
}
