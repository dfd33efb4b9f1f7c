import {concat, utf8} from '@sealed-capture/seal/encoding/bytes.js';

/** A request body with its type. */
interface Body {
  type: string;
  bytes: ArrayBuffer;
}

/**
 * A form with one file, named `media`, as bytes: a signature covers them (RFC 7578). Not made by `Response`, because WebKit
 * does not read forms with files.
 *
 * @param fields names and values; JSON and times have no line that could be taken for the boundary
 */
export function multipart(
  fields: readonly (readonly [name: string, value: string])[],
  media: ArrayBuffer,
  mediaType: string,
): Body {
  const boundary = `sealed-capture-${crypto.randomUUID()}`;
  const head = (name: string, more = ''): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const texts = fields.map(([name, value]) => `${head(name)}${value}\r\n`).join('');
  const file = head('media', `; filename="media"\r\nContent-Type: ${mediaType}`);
  const parts = [utf8(texts + file), new Uint8Array(media), utf8(`\r\n--${boundary}--\r\n`)];
  return {type: `multipart/form-data; boundary=${boundary}`, bytes: concat(parts).buffer};
}
