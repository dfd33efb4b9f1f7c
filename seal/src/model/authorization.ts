/**
 * The authentication of one request. It is sent between threads and never stored. headers: sent unchanged,
 * `X-API-Key` or `Authorization` with a short-lived token. signature: the request is signed with the secret (RFC
 * 9421), including the digest of its body (RFC 9530), and encrypted (JWE, RFC 7516) if `encrypts`; neither key nor
 * secret is sent.
 */
export type Authorization =
  | {readonly name: 'headers'; readonly headers: Readonly<Record<string, string>>}
  | {
      readonly name: 'signature';
      readonly apiKey: string;
      readonly apiSecret: string;
      readonly encrypts: boolean;
    };

/** The header that an API key is sent in. */
export const KEY_HEADER = 'X-API-Key';

/** The authorization for an API key, sent as `X-API-Key`. */
export const keyAuthorization = (apiKey: string): Authorization => ({
  name: 'headers',
  headers: {[KEY_HEADER]: apiKey},
});

/** The authorization for a short-lived token (RFC 6750). */
export const tokenAuthorization = (token: string): Authorization => ({
  name: 'headers',
  headers: {Authorization: `Bearer ${token}`},
});

/** The authorization for an API key. With its secret, requests are signed, and optionally encrypted. */
export const authorizationOf = (
  apiKey: string,
  apiSecret?: string,
  encrypts = false,
): Authorization =>
  apiSecret ? {name: 'signature', apiKey, apiSecret, encrypts} : keyAuthorization(apiKey);

/** A copy that can be sent between threads, unlike proxies of a framework. */
export const plainAuthorization = (authorization: Authorization): Authorization =>
  JSON.parse(JSON.stringify({...authorization})) as Authorization;

/** What sending authenticated requests requires. */
export interface AuthenticatedSending<Sent, Answer> {
  authenticate: () => Promise<Sent>;
  send: (request: Sent) => Promise<Answer>;
  /** Takes the service's clock from a 401. True if the request was signed, so that signing it again may help. */
  correctClock: (answer: Answer, request: Sent) => boolean | Promise<boolean>;
}

/** Authenticates and sends a request. If the service refuses a signature, signs and sends it once more. */
export async function sendAuthenticated<Sent, Answer extends {status: number}>({
  authenticate,
  send,
  correctClock,
}: AuthenticatedSending<Sent, Answer>): Promise<Answer> {
  const request = await authenticate();
  const answer = await send(request);
  if (answer.status !== 401 || !(await correctClock(answer, request))) return answer;
  return send(await authenticate());
}
