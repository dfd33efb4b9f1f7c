/** The file with one byte of its picture changed, so that a visitor sees a seal break. */
export async function withOneByteChanged(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // The seal stands in front; three quarters in there are only compressed pixels.
  const at = Math.floor(bytes.length * 0.75);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return new File([bytes], file.name.replace(/(\.\w+)$/, '-changed$1'), {type: file.type});
}
