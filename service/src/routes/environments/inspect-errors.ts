/** When `POST inspect` answers with an error, by status. docs/service.md has the same table. */
export const inspectErrors: Readonly<Record<number, string>> = {
  400: 'The file is empty; or a JSON body is not JSON, or has no string `image`, or this string is not Base64; or the file is of no media type that seals are read from.',
  401: 'There is no API key, token or signature, or it is unknown, expired, revoked or of the other environment. `WWW-Authenticate` names the way to authenticate.',
  403: 'The API key or token lacks the role `inspect`, or is for pages of other origins.',
  408: 'The body arrives too slowly.',
  413: 'The file is larger than this service inspects: `GET` of the same address returns the limits.',
  415: 'The `Content-Type` is neither `application/octet-stream` nor `application/json`, or the body is compressed.',
  422: 'crJSON is requested of a file whose seal cannot be read.',
  429: 'The key or address has sent too many requests, has too many in flight, or has used its inspections of the day. `Retry-After` names the seconds to wait.',
  503: 'The environment has no certificate yet, the API keys cannot be read, or the service has too much to do. With `Retry-After`, the same request can succeed later.',
};
