/** A page of another origin than the server. */
export interface Page {
  origin: string;
  /** Cookies are sent, so that `*` allows nothing. */
  sendsCookies: boolean;
}

/** Headers of an answer that a page of any origin may read. */
const alwaysReadable = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];
/** Methods for which nothing has to be allowed. */
const alwaysAllowed = ['GET', 'HEAD', 'POST'];

const named = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Why the page may not read the answer at all; undefined if it may. */
export function originProblem(headers: Headers, {origin, sendsCookies}: Page): string | undefined {
  const allowed = headers.get('Access-Control-Allow-Origin');
  if (allowed === null) return 'has no Access-Control-Allow-Origin';
  if (allowed !== origin && !(allowed === '*' && !sendsCookies)) {
    return `has Access-Control-Allow-Origin: ${allowed}, where ${origin} is needed`;
  }
  const allowsCookies = headers.get('Access-Control-Allow-Credentials') === 'true';
  return sendsCookies && !allowsCookies
    ? 'has no Access-Control-Allow-Credentials: true'
    : undefined;
}

/** Why a browser does not send the request after this answer to its preflight; undefined if it does. */
export function preflightProblem(
  status: number,
  headers: Headers,
  asked: {method: string; names: readonly string[]},
  page: Page,
): string | undefined {
  if (status < 200 || status > 299) return `has status ${status}, where 200 or 204 is needed`;
  const problem = originProblem(headers, page);
  if (problem) return problem;
  const isAny = (entries: string[]): boolean => entries.includes('*') && !page.sendsCookies;
  const methods = named(headers, 'Access-Control-Allow-Methods');
  if (![...alwaysAllowed, ...methods].includes(asked.method) && !isAny(methods)) {
    return `does not name ${asked.method} in Access-Control-Allow-Methods`;
  }
  const allowed = named(headers, 'Access-Control-Allow-Headers').map((name) => name.toLowerCase());
  // `*` does not stand for Authorization.
  const missing = asked.names.filter(
    (name) => !allowed.includes(name) && (name === 'authorization' || !isAny(allowed)),
  );
  return missing.length > 0
    ? `does not name ${missing.join(', ')} in Access-Control-Allow-Headers`
    : undefined;
}

/** The headers that the page may read. */
export function readableHeaders(headers: Headers, page?: Page): Headers {
  if (!page) return headers;
  const exposed = named(headers, 'Access-Control-Expose-Headers').map((name) => name.toLowerCase());
  const isAny = exposed.includes('*') && !page.sendsCookies;
  const readable = [...headers].filter(
    ([name]) => isAny || exposed.includes(name) || alwaysReadable.includes(name),
  );
  return new Headers(readable);
}
